import { styled } from 'styled-components';
import { AvatarDrawing, CoverDrawing } from './drawn.ts';
import type { CoverSize } from './drawings.tsx';

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

const cardSize: CoverSize = { width: 648, height: 216 };
const bandSize: CoverSize = { width: 2880, height: 378, fringe: 30, middle: true };

/** A generated cover: the same seed always gets the same cloth. Give it a height. */
export function Cover({ seed, size = cardSize, className }: { seed: string; size?: CoverSize; className?: string }) {
  return (
    <Place className={className}>
      <CoverDrawing key={seed} seed={seed} {...size} />
    </Place>
  );
}

/** A generated cover across the whole page. */
export function CoverBand({ seed }: { seed: string }) {
  return (
    <Across>
      <CoverDrawing key={seed} seed={seed} {...bandSize} />
    </Across>
  );
}

/** A person's initials, cut out of their own cloth. */
export function Avatar({ name }: { name: string }) {
  return (
    <Square>
      <AvatarDrawing key={name} name={name} />
    </Square>
  );
}
