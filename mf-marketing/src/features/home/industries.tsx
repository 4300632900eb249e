import { styled } from 'styled-components';
import { Container, Section, SectionHead } from 'shared/ui/layout';
import { Reveal } from 'shared/ui/reveal';
import { industries } from '../../content/home.ts';

const Names = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, clamp(150px, 30vw, 240px)), 1fr));
  column-gap: var(--gap);

  li {
    padding-block: 16px;
    border-top: 1px solid var(--line);
    font: 700 var(--t-h3) / 1.16 var(--f-display);
    letter-spacing: -.008em;
  }
`;

/** The target of Industries in the header. */
export function Industries() {
  return (
    <Section ground="sunken" id="industries">
      <Container>
        <SectionHead as={Reveal}>
          <h2>Industries</h2>
          <p>Every trade works differently. We learn how yours does before we build for it.</p>
        </SectionHead>
        <Names role="list">
          {industries.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </Names>
      </Container>
    </Section>
  );
}
