import { styled } from 'styled-components';
import { Container, Section, SectionHead } from 'shared/ui/layout';
import { Reveal } from 'shared/ui/reveal';
import { steps } from '../../content/home.ts';

const Steps = styled.ol`
  display: grid;
  gap: 28px var(--gap);

  > li { padding-top: 20px; background: var(--check) 0 0 / 8px 8px repeat-x; }
  p { margin-top: 10px; color: var(--text-2); }

  @media (max-width: 639.98px) { p { margin-top: 6px; font-size: var(--t-small); } }

  @media (min-width: 640px) { grid-template-columns: 1fr 1fr; row-gap: 36px; }
  @media (min-width: 1024px) { grid-template-columns: repeat(4, 1fr); }
`;

/** The target of How It Works in the header. */
export function HowItWorks() {
  return (
    <Section id="how-it-works">
      <Container>
        <SectionHead as={Reveal}>
          <h2>How It Works</h2>
        </SectionHead>
        <Steps role="list">
          {steps.map(({ title, text }, index) => (
            <Reveal as="li" key={title}>
              <h3>
                {index + 1}. {title}
              </h3>
              <p>{text}</p>
            </Reveal>
          ))}
        </Steps>
      </Container>
    </Section>
  );
}
