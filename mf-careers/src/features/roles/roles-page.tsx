import { styled } from 'styled-components';
import { href, paths } from 'shared/contracts/paths';
import type { ClothSpec } from 'shared/theme/cloth/weave';
import { Lead, PageBody, PageHeading } from 'shared/ui/layout';
import { PageHead } from 'shared/ui/page-head';
import { RoleRow } from './role-row.tsx';
import { roles } from './roles.ts';

const Rows = styled.ul`
  border-top: 1px solid var(--line);
`;

/** Neighbours begin elsewhere in their pattern. */
const swatches = roles.map(
  ({ sett }, index): ClothSpec => ({ sett, width: 84, height: 84, thread: 4, offset: [index * 3, index * 5] }),
);

export function Component() {
  return (
    <>
      <PageHead
        title="Career"
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
        <Rows role="list">
          {roles.map((role, index) => (
            <RoleRow key={role.title} role={role} cloth={swatches[index] as ClothSpec} />
          ))}
        </Rows>
      </PageBody>
    </>
  );
}
