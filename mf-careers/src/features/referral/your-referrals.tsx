import { useEffect, useRef, type FormEvent } from 'react';
import { styled } from 'styled-components';
import { href, paths } from 'shared/contracts/paths';
import type { Redemption, Referral, ReferralOverview } from 'shared/contracts/referrals';
import { dollars } from 'shared/rules/referrals/referral';
import { Banner } from 'shared/ui/banner';
import { Button } from 'shared/ui/button';
import { ForAccount } from 'shared/ui/for-account';
import { Container, Lead, Section } from 'shared/ui/layout';
import { dateText, timeText } from './dates.ts';
import { ReferralTable } from './referral-table.tsx';
import type { WishResult } from './wish.ts';

const Columns = styled(Container)`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 40px calc(var(--gap) * 2);

  > div { display: grid; gap: 20px; align-content: start; }
  h3 { margin-top: 12px; }

  @media (min-width: 1024px) { grid-template-columns: minmax(0, 7fr) minmax(0, 5fr); }
`;

const Figures = styled.dl`
  display: flex;
  flex-wrap: wrap;
  gap: 16px 48px;

  dt { color: var(--text-2); font-size: var(--t-small); }
  dd { font: 700 var(--t-h2) / 1.04 var(--f-display); }
`;

const Buttons = styled.form`
  display: flex;
  flex-wrap: wrap;
  gap: 12px;
`;

interface YourReferralsProps {
  overview: ReferralOverview;
  result: WishResult | undefined;
  busy: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
}

/** What a referrer has earned, and what to do with it. */
export function YourReferrals({ overview, result, busy, onSubmit }: YourReferralsProps) {
  const { code, referrals, redemptions, balance, redeemable } = overview;
  return (
    <Section aria-labelledby="your-referrals">
      <Columns>
        <div>
          <h2 id="your-referrals">Your referrals</h2>
          {referrals.length === 0 ? (
            <Lead>
              {code === null
                ? 'You do not have a link yet. Once you do, everyone who registers through it is listed here.'
                : 'Nobody has registered through your link yet.'}
            </Lead>
          ) : (
            <Referrals list={referrals} />
          )}
        </div>
        <div>
          <h2 id="tokens">Your tokens</h2>
          <Figures>
            <div>
              <dt>Your tokens are worth</dt>
              <dd>{dollars(balance)}</dd>
            </div>
            <div>
              <dt>Ready to redeem</dt>
              <dd>{dollars(redeemable)}</dd>
            </div>
          </Figures>
          {referrals.some(({ takenBack, redeemed }) => takenBack && redeemed) && (
            <p>
              A payment was refunded after you had redeemed the tokens from it. Your code stays valid; the next tokens
              you earn will cover it.
            </p>
          )}
          {redeemable > 0 && (
            <>
              <p>Redeem them all now for a code that you can use with us.</p>
              <Buttons method="post" action={href(paths.referral)} onSubmit={onSubmit}>
                <ForAccount />
                <Button type="submit" name="wish" value="payments" $small aria-disabled={busy || undefined}>
                  Redeem for payments
                </Button>
                <Button
                  type="submit"
                  name="wish"
                  value="discount"
                  $kind="secondary"
                  $small
                  aria-disabled={busy || undefined}
                >
                  Redeem for a discount
                </Button>
              </Buttons>
            </>
          )}
          {result && result.wish !== 'link' && (
            <Banner kind={result.refused ? 'error' : 'success'}>{result.refused ?? 'Your code is below.'}</Banner>
          )}
          {redemptions.length > 0 && (
            <Redemptions
              list={redemptions}
              hasNew={result !== undefined && result.wish !== 'link' && !result.refused}
            />
          )}
        </div>
      </Columns>
    </Section>
  );
}

function Referrals({ list }: { list: Referral[] }) {
  return (
    <ReferralTable
      label="List of your referrals"
      columns={['Registered', 'Paid', 'Redeemable from', 'Redeemed']}
      rows={list.map(({ registeredAt, paid, takenBack, redeemableFrom, redeemed }, index) => ({
        // Two people may have registered at the same moment; nothing here has its own state.
        key: String(index),
        cells: {
          Registered: dateText(registeredAt),
          Paid: takenBack ? 'Refunded: the tokens were taken back' : paid ? 'Yes' : 'Not yet',
          'Redeemable from': timeText(redeemableFrom),
          Redeemed: redeemed ? 'Yes' : 'No',
        },
      }))}
    />
  );
}

const uses: Record<Redemption['use'], string> = { payments: 'Payments', discount: 'Discount' };

/** @param hasNew the first one was made on this page: the list gets the focus from the button, which is gone */
function Redemptions({ list, hasNew }: { list: Redemption[]; hasNew: boolean }) {
  const table = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (hasNew) table.current!.focus();
  }, [hasNew]);
  return (
    <>
      <h3>Your codes</h3>
      <p>Give us the code when you pay for a service, or pass it on.</p>
      <ReferralTable
        ref={table}
        label="Your codes"
        columns={['Code', 'For', 'Worth', 'Used']}
        rows={list.map(({ code, use, amount, usedAt }) => ({
          key: code,
          cells: {
            Code: <code>{code}</code>,
            For: uses[use],
            Worth: dollars(amount),
            Used: usedAt ? dateText(usedAt) : 'Not yet',
          },
        }))}
      />
    </>
  );
}
