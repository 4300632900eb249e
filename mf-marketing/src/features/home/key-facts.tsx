import { Counters } from 'shared/ui/counters';
import { Container, Section } from 'shared/ui/layout';
import { facts } from '../../content/home.ts';

export function KeyFacts() {
  return (
    <Section ground="band" aria-label="Key facts">
      <Container>
        <Counters items={facts} />
      </Container>
    </Section>
  );
}
