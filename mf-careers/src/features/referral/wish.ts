/** What a referrer can ask for on the page, with script and without. */
import { ApiError, callApi, isOffline } from 'shared/api-client/api';
import { accountHeader } from 'shared/forms/account-header';
import { refusalOf } from 'shared/forms/refusal';
import { isUnsure } from 'shared/forms/unsure';
import { redemptionUses, referralCalls, type RedemptionWish } from 'shared/contracts/referrals';

const wishes = ['link', ...redemptionUses] as const;

/** Query parameter in the page's URL once a wish that was sent without script has come true. */
export const WISHED = 'wished';

/** A referral link of their own, or tokens redeemed for something. */
export type Wish = (typeof wishes)[number];

export interface WishResult {
  wish: Wish;
  /** What went wrong, in words; absent if it went well. */
  refused?: string;
  /** HTTP status. */
  status: number;
}

export function wishOf(value: unknown): Wish | undefined {
  return wishes.find((wish) => wish === value);
}

/** @param form where the wish was made @param context the action's; nothing in the browser */
export async function perform(wish: Wish, form: FormData, context?: unknown): Promise<WishResult> {
  const request = { method: 'POST', headers: accountHeader(form), context } as const;
  try {
    if (wish === 'link') await callApi(referralCalls.link, { ...request, body: {} });
    else await callApi(referralCalls.redeem, { ...request, body: { use: wish } satisfies RedemptionWish });
    return { wish, status: 200 };
  } catch (error) {
    const otherwise = isOffline(error) ? 'Check your connection and try again.' : 'Please try again in a minute.';
    const happened = isUnsure(error) ? 'We do not know whether that worked.' : 'That did not work.';
    const { status, message } = refusalOf(error, `${happened} ${otherwise}`);
    const isLoggedOut = error instanceof ApiError && error.code === 'login-required';
    return { wish, status, refused: isLoggedOut ? 'Your session has ended. Log in again, then try again.' : message };
  }
}
