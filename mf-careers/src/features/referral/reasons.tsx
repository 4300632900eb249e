import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { Container, Section, SectionHead } from 'shared/ui/layout';

const reasons = [
  { title: 'Payments', text: 'Pay for all or part of any service we offer.' },
  { title: 'Discounts', text: 'Use them to reduce your next invoice, or pass the code on to a friend.' },
  { title: 'Trading', text: 'Trade them on supported platforms.' },
];

const Uses = styled.ul`
  display: grid;
  gap: 28px var(--gap);

  h3 { margin-bottom: 8px; }
  p { color: var(--on-band-2); }

  @media (min-width: 768px) { grid-template-columns: repeat(3, 1fr); }
`;

const Thread = styled.span`
  display: block;
  width: 64px;
  height: 8px;
  margin-bottom: 20px;
  background: var(--check) 0 0 / 8px 8px;
`;

const Foot = styled.div`
  margin-top: 48px;
`;

/** @param children shown below: the button once more */
export function Reasons({ children }: { children: ReactNode }) {
  return (
    <Section ground="band" aria-labelledby="reasons">
      <Container>
        <SectionHead>
          <h2 id="reasons">Reasons to use your tokens</h2>
        </SectionHead>
        <Uses role="list">
          {reasons.map(({ title, text }) => (
            <li key={title}>
              <Thread />
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </Uses>
        <Foot>{children}</Foot>
      </Container>
    </Section>
  );
}
