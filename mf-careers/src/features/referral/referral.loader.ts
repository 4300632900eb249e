import type { LoaderFunctionArgs } from 'react-router-dom';
import { callApi, isOffline } from 'shared/api-client/api';
import { referralCalls, type OwnReferrals } from 'shared/contracts/referrals';
import { loadParts } from './static-parts.ts';

export interface ReferralData {
  /** Null for a visitor who is not logged in; undefined if it cannot be read at the moment. */
  overview: OwnReferrals['overview'] | undefined;
  /** Whether it could not be read because nothing reaches the site. */
  isOffline?: boolean;
}

/** The visitor's own referrals. The page does not need them, so it works while the API is away. */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<ReferralData> {
  const parts = loadParts();
  try {
    return await callApi<OwnReferrals>(referralCalls.overview, { context, signal: request.signal });
  } catch (error) {
    if (request.signal.aborted) throw error;
    return { overview: undefined, isOffline: isOffline(error) };
  } finally {
    await parts;
  }
}
