import { styled } from 'styled-components';
import { useOrigin } from '../contracts/shell.ts';
import { StructuredData } from './structured-data.tsx';

const Nav = styled.nav`
  color: var(--text-2);
  font-size: var(--t-small);

  ol { display: flex; flex-wrap: wrap; gap: 0 10px; }
  li { display: flex; flex: none; align-items: center; gap: 10px; line-height: var(--target); }
  li + li::before { content: '/'; color: var(--text-3); }
  a { padding-inline: 8px; margin-inline: -8px; }

  /* The page's own title is below: here it may be cut short. */
  li:last-child { flex: 1 4em; min-width: 0; }
  span { overflow: hidden; color: var(--text); text-overflow: ellipsis; white-space: nowrap; unicode-bidi: plaintext; }
`;

type Trail = readonly { label: string; to: string }[];

/** Where the page is, for visitors and for search engines. `current` is the page itself and not a link. */
export function Breadcrumb({ trail, current }: { trail: Trail; current: string }) {
  const origin = useOrigin();
  return (
    <Nav aria-label="Breadcrumb">
      <ol>
        {trail.map(({ label, to }) => (
          <li key={to}>
            <a href={to}>{label}</a>
          </li>
        ))}
        <li>
          <span aria-current="page">{current}</span>
        </li>
      </ol>
      <StructuredData data={import.meta.env.SSR && breadcrumbList(origin, trail, current)} />
    </Nav>
  );
}

/** The page itself needs no URL: it is the one that carries the list. */
function breadcrumbList(origin: string, trail: Trail, current: string) {
  const items = [...trail.map(({ label, to }) => ({ name: label, item: origin + to })), { name: current }];
  return {
    '@type': 'BreadcrumbList',
    itemListElement: items.map((item, index) => ({ '@type': 'ListItem', position: index + 1, ...item })),
  };
}
