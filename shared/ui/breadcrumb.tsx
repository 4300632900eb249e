import { Link } from 'react-router-dom';
import { styled } from 'styled-components';

const Nav = styled.nav`
  color: var(--text-2);
  font-size: var(--t-small);

  ol { display: flex; flex-wrap: wrap; gap: 0 10px; }
  li { display: flex; align-items: center; gap: 10px; }
  li + li::before { content: '/'; color: var(--text-3); }
  a, span { display: inline-flex; align-items: center; min-height: var(--target); }
  a { padding-inline: 8px; margin-inline: -8px; }
  span { color: var(--text); }
`;

/** Where the page stands. `current` is the page itself and not a link. */
export function Breadcrumb({ trail, current }: { trail: readonly { label: string; to: string }[]; current: string }) {
  return (
    <Nav aria-label="Breadcrumb">
      <ol>
        {trail.map(({ label, to }) => (
          <li key={to}>
            <Link to={to}>{label}</Link>
          </li>
        ))}
        <li>
          <span aria-current="page">{current}</span>
        </li>
      </ol>
    </Nav>
  );
}
