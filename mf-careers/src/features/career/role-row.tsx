import { styled } from 'styled-components';
import type { Role } from 'shared/content/roles';
import { href, paths } from 'shared/contracts/paths';
import type { ClothSpec } from 'shared/theme/cloth/weave';
import { ButtonLink } from 'shared/ui/button';
import { Cloth, ClothBox } from 'shared/ui/cloth';
import { applyHref } from '../../apply-href.ts';
import { termsInBrief } from '../../openings.ts';

const Row = styled.li`
  display: grid;
  grid-template-columns: 72px minmax(0, 1fr);
  gap: 6px 20px;
  align-items: center;
  padding-block: 20px;
  border-bottom: 1px solid var(--line);

  h3 { align-self: end; }
  h3 a { display: inline-flex; align-items: center; min-height: var(--target); text-decoration: none; }
  h3 a:hover { color: var(--accent); text-decoration: underline; }
  p { grid-column: 2; color: var(--text-2); }
  p + a { grid-column: 2; justify-self: start; margin-top: 8px; }

  @media (min-width: 1024px) {
    grid-template-columns: 84px minmax(0, 4fr) minmax(0, 5fr) auto;
    gap: 24px 32px;

    h3 { align-self: center; }
    p, p + a { grid-column: auto; }
    p + a { margin-top: 0; }
  }
`;

const Swatch = styled(ClothBox)`
  width: 72px;
  height: 72px;
  grid-row: span 2;
  align-self: start;
  margin-top: 10px;

  @media (min-width: 1024px) {
    width: 84px;
    height: 84px;
    grid-row: auto;
    align-self: center;
    margin-top: 0;
  }
`;

const Terms = styled.span`
  display: block;
  margin-top: 4px;
  color: var(--text);
  font-size: var(--t-small);
`;

export function RoleRow({ role, cloth }: { role: Role; cloth: ClothSpec }) {
  return (
    <Row>
      <Swatch>
        <Cloth spec={cloth} />
      </Swatch>
      <h3>
        <a href={href(paths.role, { slug: role.slug })}>{role.title}</a>
      </h3>
      <p>
        {role.about}
        {/* A single text, so that nothing in it moves when the fonts arrive. */}
        <Terms>{termsInBrief(role)}</Terms>
      </p>
      <ButtonLink href={applyHref(role)} $kind="secondary" $small aria-label={`Apply for ${role.title}`}>
        Apply
      </ButtonLink>
    </Row>
  );
}
