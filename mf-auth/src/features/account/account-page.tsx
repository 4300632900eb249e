import { useActionData, useLoaderData, useLocation, useRevalidator } from 'react-router-dom';
import { styled } from 'styled-components';
import { href, paths } from 'shared/contracts/paths';
import { useRenewedSession } from 'shared/contracts/shell';
import { FetchFailed } from 'shared/ui/fetch-failed';
import { Lead, PageBody, PageHeading } from 'shared/ui/layout';
import { PageHead } from 'shared/ui/page-head';
import { Notice } from '../../components/notice.tsx';
import type { AccountData } from './account.loader.ts';
import { DeletionForm } from './deletion-form.tsx';
import { doneText } from './forms.ts';
import { Passkeys } from './passkeys.tsx';
import { PasswordForm } from './password-form.tsx';
import { Posts } from './posts.tsx';
import { Refusal } from './refusal.tsx';
import { Sessions } from './sessions.tsx';
import type { AccountFormResult } from './small-form.tsx';
import { Tokens } from './tokens.tsx';

const Column = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: clamp(36px, 5vw, 64px);
  align-content: start;
`;

const Parts = styled(PageBody)`
  display: grid;
  gap: clamp(36px, 5vw, 64px);
  grid-template-columns: minmax(0, 640px);

  h2 { margin-bottom: 16px; font-size: var(--t-h3); }

  @media (min-width: 1024px) {
    grid-template-columns: minmax(0, 7fr) minmax(0, 5fr);
    column-gap: calc(var(--gap) * 2);
  }
`;

/** The visitor's account. Its forms are ordinary ones: nothing here needs script. */
export function Component() {
  const { account, posts, overview, isOffline } = useLoaderData() as AccountData;
  const result = useActionData() as AccountFormResult;
  const { search } = useLocation();
  const { revalidate, state } = useRevalidator();
  useRenewedSession(account?.id);
  const done = result ? undefined : doneText(search);
  return (
    <>
      <PageHead
        title="Your account"
        isRefused={Boolean(result)}
        description="Your posts, your referrals and tokens, and where you are logged in."
        path={href(paths.account)}
      />
      <meta name="robots" content="noindex" />
      <PageHeading as="header">
        <h1>Your account</h1>
        {account && (
          <Lead>
            <bdi>{account.name}</bdi>
            <br />
            {account.email}
          </Lead>
        )}
      </PageHeading>
      <Parts>
        {done && <Notice key={done}>{done}</Notice>}
        {result && <Refusal result={result} />}
        {account ? (
          <>
            <Column>
              {posts ? (
                <Posts {...posts} />
              ) : (
                <Missing id="posts" heading="Your posts" what="We could not load your posts." isOffline={isOffline} />
              )}
              {overview ? (
                <Tokens overview={overview} />
              ) : (
                <Missing
                  id="tokens"
                  heading="Referrals and tokens"
                  what="We could not load your referrals."
                  isOffline={isOffline}
                />
              )}
              <Sessions sessions={account.sessions} />
            </Column>
            <Column>
              <Passkeys passkeys={account.passkeys} result={result} />
              <PasswordForm email={account.email} hasPassword={account.hasPassword} result={result} />
              <DeletionForm email={account.email} hasPassword={account.hasPassword} result={result} />
            </Column>
          </>
        ) : (
          <FetchFailed
            what="We could not load your account."
            isOffline={isOffline}
            onRetry={() => void revalidate()}
            busy={state === 'loading'}
          />
        )}
      </Parts>
    </>
  );
}

/** Takes the place of a part that could not be loaded. */
function Missing({ id, heading, ...failed }: { id: string; heading: string; what: string; isOffline: boolean }) {
  const { revalidate, state } = useRevalidator();
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{heading}</h2>
      <FetchFailed {...failed} onRetry={() => void revalidate()} busy={state === 'loading'} />
    </section>
  );
}
