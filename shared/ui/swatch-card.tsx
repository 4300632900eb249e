import { useId } from 'react';
import { styled } from 'styled-components';
import { serviceHref, type Service } from '../content/services.ts';
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

/** A service with its swatch, and the way to ask for it. Buttons of a row of cards stand on one line. */
export function SwatchCard({ service, headingLevel = 3 }: { service: Service; headingLevel?: 2 | 3 }) {
  const id = useId();
  const Heading = `h${headingLevel}` as const;
  return (
    <Card>
      <Swatch>
        <Cloth spec={swatchCloth(service)} />
      </Swatch>
      <Heading id={id}>{service.title}</Heading>
      <p>{service.description}</p>
      <ButtonLink to={serviceHref(service)} $kind="secondary" $small aria-describedby={id}>
        Get Started
      </ButtonLink>
    </Card>
  );
}
