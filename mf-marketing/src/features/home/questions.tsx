import { styled } from 'styled-components';
import { href, paths } from 'shared/contracts/paths';
import { useCompany } from 'shared/contracts/shell';
import { Accordion } from 'shared/ui/accordion';
import { Container, Lead, Section } from 'shared/ui/layout';
import { MoreLink } from 'shared/ui/links';
import { Reveal } from 'shared/ui/reveal';
import { accordionItems } from '../../components/answer.tsx';
import { HOME_QUESTIONS, questions } from '../../content/faq.ts';

const Columns = styled(Container)`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 32px var(--gap);

  h2 + p { margin: 16px 0 20px; }

  @media (min-width: 1024px) {
    /* A share, unless the heading's longest word is wider: text may be enlarged. */
    grid-template-columns: 4fr minmax(0, 8fr);
    > :first-child { position: sticky; top: 104px; align-self: start; }
  }
`;

export function Questions() {
  return (
    <Section>
      <Columns>
        <Reveal>
          <h2>Questions, answered</h2>
          <Lead>Not here? Ask us directly.</Lead>
          <MoreLink href={href(paths.faq)}>All questions</MoreLink>
        </Reveal>
        <Accordion items={accordionItems(questions(useCompany()).slice(0, HOME_QUESTIONS))} />
      </Columns>
    </Section>
  );
}
