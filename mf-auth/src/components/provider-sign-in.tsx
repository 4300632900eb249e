import { useLoaderData, useLocation } from 'react-router-dom';
import { styled } from 'styled-components';
import { accountLinks, type SignInMethods } from 'shared/contracts/account';
import { ButtonLink } from 'shared/ui/button';
import { broughtBy } from '../form/brought.ts';

const Or = styled.p`
  display: flex;
  gap: 14px;
  align-items: center;
  color: var(--text-2);
  font-size: var(--t-small);

  &::before, &::after { content: ''; flex: 1; height: 1px; background: var(--line); }
`;

const Provider = styled(ButtonLink)`
  background: var(--surface);

  &:hover { background: var(--sunken); }
`;

/**
 * Third-party sign-in, where the site has it: a navigation in the same window. For pages with the loader of
 * `sign-in-methods.loader.ts`.
 */
export function ProviderSignIn() {
  const { handOn } = broughtBy(useLocation());
  const { provider } = useLoaderData() as SignInMethods;
  if (!provider) return null;
  return (
    <>
      <Or>or</Or>
      <Provider href={handOn(accountLinks.provider)} $kind="secondary" $block>
        <svg
          width="20"
          height="20"
          viewBox="0 0 24 24"
          fill="none"
          stroke="currentColor"
          strokeWidth="4"
          aria-hidden="true"
        >
          <path d="M19.2 6.2A9 9 0 1 0 21 12.5h-8.5" />
        </svg>
        Continue with Google
      </Provider>
    </>
  );
}
