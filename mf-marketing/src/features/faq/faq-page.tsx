import { styled } from 'styled-components';
import image from 'virtual:social-image/faq';
import { href, paths } from 'shared/contracts/paths';
import { useCompany } from 'shared/contracts/shell';
import { Accordion } from 'shared/ui/accordion';
import { Breadcrumb } from 'shared/ui/breadcrumb';
import { Lead, PageBody, PageHeading } from 'shared/ui/layout';
import { MoreLink } from 'shared/ui/links';
import { PageHead } from 'shared/ui/page-head';
import { StructuredData } from 'shared/ui/structured-data';
import { accordionItems } from '../../components/answer.tsx';
import { questions, type Question } from '../../content/faq.ts';

const Columns = styled(PageBody)`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 32px var(--gap);

  /* A share, unless the heading's longest word is wider: text may be enlarged. */
  @media (min-width: 1024px) { grid-template-columns: 4fr minmax(0, 8fr); }
  /* Firefox begins a grid's row that is longer than a sheet on a new sheet. */
  @media print {
    display: block;
    > header { margin-bottom: 32px; }
  }
`;

const Heading = styled.header`
  h1 + p { margin: 16px 0 20px; }

  /* It stays only where all of it fits: its link would be out of reach. */
  @media (min-width: 1024px) and (min-height: 35em) {
    position: sticky;
    top: 104px;
    align-self: start;
  }
`;

export function Component() {
  const all = questions(useCompany());
  return (
    <>
      <PageHead
        title="FAQ"
        description="Seventeen short answers on services, time and cost, how we work, deposits, referrals and jobs."
        path={href(paths.faq)}
        image={image}
      />
      <StructuredData data={import.meta.env.SSR && faqPage(all)} />
      <PageHeading>
        <Breadcrumb trail={[{ label: 'Home', to: href(paths.home) }]} current="FAQ" />
      </PageHeading>
      <Columns>
        <Heading>
          <h1>Frequently asked questions</h1>
          <Lead>Seventeen short answers. If yours is not here, ask us.</Lead>
          <MoreLink href={href(paths.contact)}>Contact Us</MoreLink>
        </Heading>
        <Accordion items={accordionItems(all)} headingLevel={2} />
      </Columns>
    </>
  );
}

function faqPage(all: readonly Question[]) {
  const mainEntity = all.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  }));
  return { '@type': 'FAQPage', mainEntity };
}
