import { useId } from 'react';
import { styled } from 'styled-components';
import { swatchCloth } from '../theme/cloth/swatches.ts';
import { ButtonLink } from './button.tsx';
import { Cloth, ClothBox } from './cloth.tsx';

const Card = styled.article`
  display: flex;
  flex-direction: column;
  align-items: flex-start;

  p { flex: 1; margin: 10px 0 20px; color: var(--text-2); }
`;

const Swatch = styled(ClothBox)`
  width: 100%;
  height: 286px;
  margin-bottom: 18px;

  > svg { transition: transform 420ms var(--ease); }
  @media (hover: hover) { ${Card}:hover & > svg { transform: translateY(-6px); } }
`;

interface SwatchCardProps {
  /** Which drawing, and on which cloth. */
  swatch: Parameters<typeof swatchCloth>[0];
  title: string;
  text: string;
  /** Where its button leads. */
  to: string;
  headingLevel?: 2 | 3;
}

/** Something on offer with its swatch, and the way to ask for it. Buttons of a row of cards stand on one line. */
export function SwatchCard({ swatch, title, text, to, headingLevel = 3 }: SwatchCardProps) {
  const id = useId();
  const Heading = `h${headingLevel}` as const;
  return (
    <Card>
      <Swatch>
        <Cloth spec={swatchCloth(swatch)} />
      </Swatch>
      <Heading id={id}>{title}</Heading>
      <p>{text}</p>
      <ButtonLink to={to} $kind="secondary" $small aria-describedby={id}>
        Get Started
      </ButtonLink>
    </Card>
  );
}
