import { useActionData, useLocation } from 'react-router-dom';
import { styled } from 'styled-components';
import image from 'virtual:social-image/contact';
import { serviceOf } from 'shared/content/services';
import { href, paths } from 'shared/contracts/paths';
import { useCompany } from 'shared/contracts/shell';
import { Below } from 'shared/ui/below';
import { Lead, PageBody, PageHeading } from 'shared/ui/layout';
import { PageHead } from 'shared/ui/page-head';
import { GetInTouchBlock } from '../../components/get-in-touch-block.tsx';
import { CompanyLabel } from './company-label.tsx';
import { ContactForm } from './contact-form.tsx';

const Columns = styled(PageBody)`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 40px var(--gap);

  @media (min-width: 1024px) {
    grid-template-columns: minmax(0, 7.4fr) minmax(0, 4.6fr);
    gap: calc(var(--gap) * 2);
  }
`;

export function Component() {
  const { name, answersWithin } = useCompany();
  const { search } = useLocation();
  const wasRefused = useActionData() !== undefined;
  return (
    <>
      <PageHead
        title={`Contact ${name}`}
        isRefused={wasRefused}
        description={`Write to ${name} or call about what you want to build, or what is not working.`}
        path={href(paths.contact)}
        image={image}
      />
      <PageHeading as="header">
        <h1>Contact Us</h1>
        <Lead>{`Tell us what you want to build, or what is not working. We answer within ${answersWithin.message}.`}</Lead>
      </PageHeading>
      <Columns>
        {/* Who goes back by two pages finds what was typed there, not here. */}
        <ContactForm key={serviceOf(search)?.slug} />
        <Below>
          <CompanyLabel />
        </Below>
      </Columns>
      <Below>
        <GetInTouchBlock />
      </Below>
    </>
  );
}
