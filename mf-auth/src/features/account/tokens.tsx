import { styled } from 'styled-components';
import { href, paths } from 'shared/contracts/paths';
import { referralLink, type ReferralOverview } from 'shared/contracts/referrals';
import { useOrigin } from 'shared/contracts/shell';
import { dollars, REWARD_CENTS } from 'shared/rules/referrals/referral';
import { ButtonLink } from 'shared/ui/button';
import { LinkField } from 'shared/ui/copy-link';

const Rows = styled.div`
  display: grid;
  gap: 18px;
  justify-items: start;

  > * { width: 100%; }
  > a { width: auto; }
`;

const Figures = styled.dl`
  display: flex;
  flex-wrap: wrap;
  gap: 16px 40px;

  dt { color: var(--text-2); font-size: var(--t-small); }
  dd { font: 700 1.75rem / 1.1 var(--f-display); }
`;

/** What the account has earned; the referral page says what to do with it. */
export function Tokens({ overview: { code, referrals, balance, redeemable } }: { overview: ReferralOverview }) {
  const origin = useOrigin();
  return (
    <section aria-labelledby="tokens">
      <h2 id="tokens">Referrals and tokens</h2>
      <Rows>
        {code === null && referrals.length === 0 ? (
          <p>
            You have not referred anyone yet. You earn tokens worth {dollars(REWARD_CENTS)} each time someone registers
            through your link and pays for a service.
          </p>
        ) : (
          <Figures>
            <Figure name="Registered through your link">{referrals.length}</Figure>
            <Figure name="Your tokens are worth">{dollars(balance)}</Figure>
            <Figure name="Ready to redeem">{dollars(redeemable)}</Figure>
          </Figures>
        )}
        {code !== null && <LinkField label="Your referral link" link={referralLink(origin, code)} />}
        {/* They come after the list of referrals, which may be long. */}
        <ButtonLink href={href(paths.referral) + (redeemable > 0 ? '#tokens' : '')} $kind="secondary">
          {redeemable > 0 ? 'Redeem your tokens' : code === null ? 'Get your referral link' : 'See your referrals'}
        </ButtonLink>
      </Rows>
    </section>
  );
}

function Figure({ name, children }: { name: string; children: string | number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
