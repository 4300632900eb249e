import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import { menuLinks, type NavigationLink } from 'shared/content/navigation';
import { href, paths } from 'shared/contracts/paths';

const links: readonly NavigationLink[] = [
  { label: 'Sign In', to: href(paths.login) },
  { label: 'Register', to: href(paths.register) },
  ...menuLinks,
];

const List = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: 0 20px;
  padding: 4px 0 8px;

  a {
    display: inline-flex;
    align-items: center;
    min-width: var(--target);
    min-height: var(--target);
    font-weight: 550;
    text-decoration: none;
  }
  a:hover { text-decoration: underline; }
`;

/** The menu's links where there is no script: they are simply there. Rendered by the server only. */
export function PlainMenu() {
  return (
    <List>
      {links.map(({ label, to }) => (
        <li key={label}>
          <Link to={to}>{label}</Link>
        </li>
      ))}
    </List>
  );
}
