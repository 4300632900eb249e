import { useActionData, useLoaderData, useLocation, useRevalidator } from 'react-router-dom';
import { styled } from 'styled-components';
import type { Account } from 'shared/contracts/account';
import { href, paths } from 'shared/contracts/paths';
import { Banner } from 'shared/ui/banner';
import { FetchFailed } from 'shared/ui/fetch-failed';
import { Lead, PageBody, PageHeading } from 'shared/ui/layout';
import { PageHead } from 'shared/ui/page-head';
import { DeletionForm } from './deletion-form.tsx';
import { doneText } from './forms.ts';
import { Passkeys } from './passkeys.tsx';
import { PasswordForm } from './password-form.tsx';
import { Refusal } from './refusal.tsx';
import { Sessions } from './sessions.tsx';
import type { AccountFormResult } from './small-form.tsx';

const Parts = styled(PageBody)`
  display: grid;
  gap: clamp(36px, 5vw, 64px);
  justify-items: start;

  > * { width: min(100%, 640px); }
  h2 { margin-bottom: 16px; font-size: var(--t-h3); }
`;

/** One's own account. Its forms are ordinary ones: nothing here needs script. */
export function Component() {
  const { account } = useLoaderData() as { account: Account | null };
  const result = useActionData() as AccountFormResult;
  const { search } = useLocation();
  const { revalidate, state } = useRevalidator();
  const done = result ? undefined : doneText(search);
  return (
    <>
      <PageHead
        title={result ? 'Error: Your account' : 'Your account'}
        description="Your account and where you are logged in."
        path={href(paths.account)}
      />
      <meta name="robots" content="noindex" />
      <PageHeading as="header">
        <h1>Your account</h1>
        {account && (
          <Lead>
            {account.name}, {account.email}
          </Lead>
        )}
      </PageHeading>
      <Parts>
        {done && <Banner kind="success">{done}</Banner>}
        {result && <Refusal result={result} />}
        {account ? (
          <>
            <Sessions sessions={account.sessions} />
            <Passkeys passkeys={account.passkeys} result={result} />
            <PasswordForm email={account.email} hasPassword={account.hasPassword} result={result} />
            <DeletionForm hasPassword={account.hasPassword} result={result} />
          </>
        ) : (
          <FetchFailed
            what="We could not load your account."
            onRetry={() => void revalidate()}
            busy={state === 'loading'}
          />
        )}
      </Parts>
    </>
  );
}
