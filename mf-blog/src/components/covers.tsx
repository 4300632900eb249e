import { styled } from 'styled-components';
import { AvatarDrawing, CoverDrawing, type CoverSize } from './drawings.tsx';

// The drawing fills the place that it is given.
const Place = styled.div`
  > div { height: 100%; }
`;

const Square = styled(Place)`
  flex: none;
  width: 56px;
  height: 56px;
`;

const Across = styled(Place)`
  height: clamp(258px, 26vw, 378px);
`;

interface CoverProps {
  seed: string;
  size?: CoverSize;
  className?: string;
}

/** A generated cover: the same seed always gets the same cloth. Give it a height. */
export function Cover({ seed, size = 'card', className }: CoverProps) {
  return (
    <Place className={className} data-cover="">
      <CoverDrawing seed={seed} size={size} />
    </Place>
  );
}

/** A generated cover across the whole page. */
export function CoverBand({ seed }: { seed: string }) {
  return (
    <Across data-cover-band="">
      <CoverDrawing seed={seed} size="band" />
    </Across>
  );
}

/** A person's initials, cut out of their own cloth. */
export function Avatar({ name }: { name: string }) {
  return (
    <Square>
      <AvatarDrawing name={name} />
    </Square>
  );
}
