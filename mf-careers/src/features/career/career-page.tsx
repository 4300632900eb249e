import { useLoaderData } from 'react-router-dom';
import { styled } from 'styled-components';
import { href, paths } from 'shared/contracts/paths';
import { Below } from 'shared/ui/below';
import { Container, Lead, PageBody, PageHeading, Section } from 'shared/ui/layout';
import { PageHead } from 'shared/ui/page-head';
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

export function Component() {
  const { notice } = useLoaderData() as CareerData;
  return (
    <>
      <PageHead
        title="Career"
        isRefused={notice?.kind === 'error'}
        description="Six open roles: Senior Java, Frontend, Backend, Flutter, React-native and React developer."
        path={href(paths.career)}
      />
      <PageHeading as="header">
        <h1>Career</h1>
        <Lead>Come and cut cloth with us. Six roles are open: pick one and tell us about work you are proud of.</Lead>
      </PageHeading>
      <PageBody as="section" aria-labelledby="open-roles">
        <h2 id="open-roles" className="visually-hidden">
          Open roles
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
