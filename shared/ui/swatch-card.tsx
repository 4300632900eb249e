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

  /* On a phone a row: the words beside a small swatch. */
  @media (max-width: 599.98px) {
    display: grid;
    grid-template-columns: 96px minmax(0, 1fr);
    column-gap: 18px;

    a { justify-self: start; }
    p { margin: 6px 0 14px; font-size: var(--t-small); line-height: 1.5; }
  }
`;

const Swatch = styled(ClothBox)`
  width: 100%;
  height: 286px;
  margin-bottom: 18px;

  /* Two pixels for each thread, where there are six. */
  @media (max-width: 599.98px) {
    grid-row: 1 / span 3;
    height: 95px;
    margin: 4px 0 0;

    > svg { width: 216px; height: auto; }
  }

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
  /** The page has the drawing already (`swatchCloth`). */
  drawn?: boolean;
}

/** An offer with its swatch and a link to ask for it. The buttons in a row of cards line up. */
export function SwatchCard({ swatch, title, text, to, headingLevel = 3, drawn }: SwatchCardProps) {
  const id = useId();
  const Heading = `h${headingLevel}` as const;
  return (
    <Card>
      <Swatch>
        <Cloth spec={swatchCloth(swatch, drawn)} />
      </Swatch>
      <Heading id={id}>{title}</Heading>
      <p>{text}</p>
      <ButtonLink href={to} $kind="secondary" $small aria-describedby={id}>
        Get Started
      </ButtonLink>
    </Card>
  );
}
