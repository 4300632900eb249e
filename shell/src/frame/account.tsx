import { styled } from 'styled-components';
import { loginFor } from 'shared/contracts/paths';
import { useSession } from 'shared/contracts/shell';
import { ButtonLink } from 'shared/ui/button';
import { serverRendered } from 'shared/ui/server-rendered';
import { useReturnUrl } from './return-url.ts';

const SignedIn = serverRendered(async () => (await import('./signed-in.tsx')).SignedIn);

const Place = styled.div`
  > a { display: flex; padding: 8px 16px; }
  form a { min-width: 4ch; }

  @media (max-width: 1023.98px) { display: none; }
`;

/** Part of the header: a link to log in and come back, or who is logged in. */
export function Account() {
  const session = useSession();
  const returnUrl = useReturnUrl();
  return (
    <Place>
      {session.status === 'anonymous' ? (
        <ButtonLink href={loginFor(returnUrl)} $kind="secondary" $small>
          Login
        </ButtonLink>
      ) : (
        <SignedIn key={session.id} />
      )}
    </Place>
  );
}
