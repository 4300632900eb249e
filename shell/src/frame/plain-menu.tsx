import { styled } from 'styled-components';
import { menuLinks } from 'shared/content/navigation';
import { href, loginFor, paths } from 'shared/contracts/paths';
import { useSession } from 'shared/contracts/shell';
import { useReturnUrl } from './return-url.ts';
import { SignedIn } from './signed-in.tsx';

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

/** The menu's links where there is no script, with no menu to open. Rendered by the server only. */
export function PlainMenu() {
  const isAnonymous = useSession().status === 'anonymous';
  const returnUrl = useReturnUrl();
  const account = [
    { label: 'Sign In', to: loginFor(returnUrl) },
    { label: 'Register', to: href(paths.register) },
  ];
  return (
    <List>
      {!isAnonymous && (
        <li>
          <SignedIn />
        </li>
      )}
      {[...(isAnonymous ? account : []), ...menuLinks].map(({ label, to }) => (
        <li key={label}>
          <a href={to}>{label}</a>
        </li>
      ))}
    </List>
  );
}
