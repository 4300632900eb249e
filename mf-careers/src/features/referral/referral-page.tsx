import { useLoaderData, useRevalidator } from 'react-router-dom';
import { styled } from 'styled-components';
import { href, paths } from 'shared/contracts/paths';
import { useRenewedSession, useSession } from 'shared/contracts/shell';
import { dollars, REWARD_CENTS } from 'shared/rules/referrals/referral';
import { Banner } from 'shared/ui/banner';
import { FetchFailed } from 'shared/ui/fetch-failed';
import { Lead, PageBody, PageHeading } from 'shared/ui/layout';
import { PageHead } from 'shared/ui/page-head';
import { GetLink } from './get-link.tsx';
import { Reasons } from './reasons.tsx';
import type { ReferralData } from './referral.loader.ts';
import { HowItWorks, TokenDrawing } from './static-parts.ts';
import { useWish } from './use-wish.ts';
import { YourLink } from './your-link.tsx';
import { YourReferrals } from './your-referrals.tsx';

const Hero = styled(PageHeading)`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 32px;
  align-items: center;

  h1 { font-size: clamp(2.75rem, 1.6rem + 4.6vw, 6rem); line-height: .96; }
  > div:first-child > * + * { margin-top: 28px; }
  h1 + p { margin-top: 20px; }

  @media (min-width: 1024px) {
    grid-template-columns: minmax(0, 7fr) minmax(0, 5fr);
    gap: calc(var(--gap) * 2);
  }
`;

const reward = dollars(REWARD_CENTS);

export function Component() {
  const { overview: loaded, isOffline = false } = useLoaderData() as ReferralData;
  const { revalidate, state } = useRevalidator();
  const { overview, result, busy, submit } = useWish(loaded);
  const isSignedIn = useSession().status === 'signed-in';
  useRenewedSession(loaded && loaded.account);
  const getLink = { overview, busy, onSubmit: submit };
  return (
    <>
      <PageHead
        title="Referral"
        isRefused={result?.refused !== undefined}
        description={`Refer a friend: you earn tokens worth ${reward} when they register and pay for a service.`}
        path={href(paths.referral)}
      />
      <Hero as="header">
        <div>
          <h1>Refer a friend, earn {reward} in tokens.</h1>
          <Lead>
            You earn tokens worth {reward} each time someone you referred registers and pays for a service. We email you
            the moment it happens.
          </Lead>
          {overview?.code ? (
            <YourLink code={overview.code} isNew={result?.wish === 'link' && !result.refused} />
          ) : (
            <GetLink {...getLink} kind="primary" />
          )}
          {/* Also shown for the figures' buttons if the figures are gone: the session ended, or the API is away. */}
          {result?.refused && (result.wish === 'link' || !overview) && <Banner kind="error">{result.refused}</Banner>}
        </div>
        <TokenDrawing />
      </Hero>
      {overview === undefined && isSignedIn && (
        <PageBody>
          <FetchFailed
            what="We could not load your referrals."
            isOffline={isOffline}
            onRetry={() => void revalidate()}
            busy={state !== 'idle'}
          />
        </PageBody>
      )}
      {overview && <YourReferrals overview={overview} result={result} busy={busy} onSubmit={submit} />}
      <HowItWorks />
      <Reasons>
        <GetLink {...getLink} kind="mark" />
      </Reasons>
    </>
  );
}
