import { styled } from 'styled-components';
import { accountLinks } from 'shared/contracts/account';
import { href, paths } from 'shared/contracts/paths';
import { useSession } from 'shared/contracts/shell';
import { Button } from 'shared/ui/button';

const Form = styled.form`
  display: flex;
  align-items: center;
  gap: clamp(8px, 3.2vw - 25px, 16px);

  a {
    overflow: hidden;
    max-width: 16ch;
    padding-block: 10px;
    font-size: 17px;
    font-weight: 550;
    text-decoration: none;
    text-overflow: ellipsis;
    white-space: nowrap;
    unicode-bidi: plaintext;
  }
  a:hover { text-decoration: underline; }
  button { flex: none; padding-inline: clamp(10px, 3.2vw - 23px, 16px); }

  /* The name and the button need room in the header. The name gives way first, and only then the links. */
  @media (min-width: 1024px) {
    display: grid;
    grid-template-columns: minmax(4ch, auto) max-content;

    header > div > div:has(&) { flex-shrink: 999; }
    header > div:has(&) { gap: clamp(8px, 8vw - 74px, 28px); }
    header > div:has(&) nav ul { gap: clamp(0px, 4vw - 41px, 4px); }
    header > div:has(&) nav a { padding-inline: clamp(8px, 3vw - 22px, 14px); }
    a { max-width: min(16ch, 20vw - 100px); }
  }
`;

/** The member's name and the button to log out: a form, so that it works without script, and no link can do it. */
export function SignedIn() {
  const session = useSession();
  if (session.status === 'anonymous') return null;
  return (
    <Form method="post" action={accountLinks.logout}>
      <a href={href(paths.account)}>{session.name}</a>
      <Button type="submit" $kind="secondary" $small>
        Log out
      </Button>
    </Form>
  );
}
