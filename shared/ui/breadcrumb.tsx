import { Link } from 'react-router-dom';
import { styled } from 'styled-components';

const Nav = styled.nav`
  color: var(--text-2);
  font-size: var(--t-small);

  ol { display: flex; gap: 10px; }
  li { display: flex; flex: none; align-items: center; gap: 10px; line-height: var(--target); }
  li + li::before { content: '/'; color: var(--text-3); }
  a { padding-inline: 8px; margin-inline: -8px; }

  /* The page's own title stands below: here it may be cut short. */
  li:last-child { flex: 0 1 auto; min-width: 0; }
  span { overflow: hidden; color: var(--text); text-overflow: ellipsis; white-space: nowrap; }
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
