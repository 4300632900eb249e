import { useLoaderData } from 'react-router-dom';
import { styled } from 'styled-components';
import { roles } from 'shared/content/roles';
import { href, paths } from 'shared/contracts/paths';
import { Below } from 'shared/ui/below';
import { Container, Lead, PageBody, PageHeading, Section } from 'shared/ui/layout';
import { PageHead } from 'shared/ui/page-head';
import { openingsText } from '../../openings.ts';
import { ApplicationForm } from './application-form.tsx';
import type { CareerData } from './career.loader.ts';
import { RoleList } from './role-list.ts';

const Columns = styled(Container)`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 32px var(--gap);

  > header { display: grid; gap: 14px; align-content: start; }

  @media (min-width: 1024px) {
    grid-template-columns: minmax(0, 4fr) minmax(0, 8fr);

    > header { position: sticky; top: 104px; align-self: start; }
  }
`;

const { lead, description } = openingsText(roles);

export function Component() {
  const { notice } = useLoaderData() as CareerData;
  return (
    <>
      <PageHead
        title="Career"
        isRefused={notice?.kind === 'error'}
        description={description}
        path={href(paths.career)}
      />
      <PageHeading as="header">
        <h1>Career</h1>
        <Lead>{lead}</Lead>
      </PageHeading>
      <PageBody as="section" aria-labelledby="roles">
        <h2 id="roles" className="visually-hidden">
          Roles
        </h2>
        <RoleList />
      </PageBody>
      <Below>
        <Section ground="sunken" id="apply" aria-labelledby="apply-heading">
          <Columns>
            <header>
              <h2 id="apply-heading">Apply</h2>
              <Lead>Your CV and how to reach you are all we need.</Lead>
            </header>
            <ApplicationForm />
          </Columns>
        </Section>
      </Below>
    </>
  );
}
