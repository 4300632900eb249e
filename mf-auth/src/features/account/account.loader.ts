import type { LoaderFunctionArgs } from 'react-router-dom';
import { answerOf, ApiError, callApi, isOffline, requestApi } from 'shared/api-client/api';
import { olderThan } from 'shared/api-client/older';
import { accountCalls, type Account } from 'shared/contracts/account';
import { href, loginFor, paths } from 'shared/contracts/paths';
import { postCalls, type OwnPostSummary } from 'shared/contracts/posts';
import { referralCalls, type OwnReferrals, type ReferralOverview } from 'shared/contracts/referrals';
import { isPostId } from 'shared/rules/posts/post-id';

/** One page of the account's posts, newest first. */
export interface OwnPosts {
  posts: OwnPostSummary[];
  /** The newest ones are among them. */
  isBeginning: boolean;
  /** Where the next page begins; null on the last one. */
  before: string | null;
}

/** Each part is null when it could not be loaded. */
export interface AccountData {
  account: Account | null;
  posts: OwnPosts | null;
  overview: ReferralOverview | null;
  /** Whether missing parts could not be loaded because nothing reaches the site. */
  isOffline: boolean;
}

/** Sends visitors whose session has ended to the login page. */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<AccountData> {
  const call = { context, signal: request.signal };
  let offline = false;
  async function orNull<T>(answer: Promise<T>): Promise<T | null> {
    try {
      return await answer;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 401) throw toLogin();
      offline ||= isOffline(error);
      return null;
    }
  }
  const [account, posts, overview] = await Promise.all([
    orNull(callApi<Account>(accountCalls.account, call)),
    orNull(getPosts(new URL(request.url).searchParams, call)),
    orNull(callApi<OwnReferrals>(referralCalls.overview, call)),
  ]);
  return { account, posts, overview: overview?.overview ?? null, isOffline: offline };
}

async function getPosts(search: URLSearchParams, call: { context: unknown; signal: AbortSignal }): Promise<OwnPosts> {
  const before = search.get('before') ?? '';
  const isBeginning = !isPostId(before);
  const response = await requestApi(postCalls.ownPosts + (isBeginning ? '' : `?before=${before}`), call);
  return { posts: await answerOf<OwnPostSummary[]>(response), isBeginning, before: olderThan(response) };
}

/** As a full page load, because what the tab knows about the session is out of date. */
function toLogin(): Response {
  return new Response(null, {
    status: 303,
    headers: { location: loginFor(href(paths.account)), 'x-remix-reload-document': 'true' },
  });
}
