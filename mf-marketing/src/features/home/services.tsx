import { styled } from 'styled-components';
import { serviceHref, services } from 'shared/content/services';
import { Container, Section, SectionHead } from 'shared/ui/layout';
import { Reveal } from 'shared/ui/reveal';
import { SwatchCard } from 'shared/ui/swatch-card';

const Swatches = styled.div`
  display: grid;
  gap: clamp(28px, 3.4vw, 56px) var(--gap);

  > div { display: grid; }

  @media (min-width: 600px) { grid-template-columns: 1fr 1fr; }
  @media (min-width: 1024px) { grid-template-columns: repeat(4, 1fr); }
`;

/** How many of the services the home page shows (specification, section 9). */
const SHOWN = 4;

export function Services() {
  return (
    <Section ground="sunken">
      <Container>
        <SectionHead as={Reveal}>
          <h2>Services</h2>
          <p>Four places to start. Take one on its own, or weave several together.</p>
        </SectionHead>
        <Swatches>
          {services.slice(0, SHOWN).map((service) => (
            <Reveal key={service.slug}>
              <SwatchCard
                drawn
                swatch={service}
                title={service.title}
                text={service.description}
                to={serviceHref(service)}
              />
            </Reveal>
          ))}
        </Swatches>
      </Container>
    </Section>
  );
}
