import { styled } from 'styled-components';
import { roles } from 'shared/content/roles';
import type { ClothSpec } from 'shared/theme/cloth/weave';
import { RoleRow } from './role-row.tsx';

const Rows = styled.ul`
  border-top: 1px solid var(--line);
`;

/** Offsets make neighbouring swatches begin at different points of their pattern. */
const swatches = roles.map(
  ({ sett }, index): ClothSpec => ({ sett, width: 84, height: 84, thread: 4, offset: [index * 3, index * 5] }),
);

export function RoleRows() {
  return (
    <Rows role="list">
      {roles.map((role, index) => (
        <RoleRow key={role.slug} role={role} cloth={swatches[index] as ClothSpec} />
      ))}
    </Rows>
  );
}
