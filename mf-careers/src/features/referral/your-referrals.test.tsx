import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { ReferralOverview } from 'shared/contracts/referrals';
import { YourReferrals } from './your-referrals.tsx';

const none: ReferralOverview = { account: 'a', code: null, referrals: [], redemptions: [], balance: 0, redeemable: 0 };
const page = (overview: ReferralOverview) =>
  renderToStaticMarkup(
    <YourReferrals overview={overview} result={undefined} busy={false} onSubmit={() => undefined} />,
  );

test('nobody is missed before there is a link', () => {
  expect(page(none)).toContain('You do not have a link yet.');
  expect(page({ ...none, code: 'ABCDEFGHJK' })).toContain('Nobody has registered through your link yet.');
});
