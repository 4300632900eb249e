import { data, type LoaderFunctionArgs } from 'react-router-dom';
import { ApiError, callApi, isOffline } from 'shared/api-client/api';
import { moderationCalls, type LinkedPost } from 'shared/contracts/moderation';

/** The post that the mailed link is about, or why the API does not show it. `failed`: trying again may help. */
export type HidePostData = { post: LinkedPost } | { problem: string } | { failed: true; isOffline: boolean };

const LINK_AWAY =
  'We could not open the link. It still works: in a few minutes, open it again from the email about the post.';

export async function loader({ request, context }: LoaderFunctionArgs) {
  // The link led here without its token.
  if (new URL(request.url).searchParams.has('error')) return data({ problem: LINK_AWAY }, { status: 503 });
  try {
    return { post: await callApi<LinkedPost>(moderationCalls.hiding, { context, signal: request.signal }) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { status, problem } = error;
    if (!problem || status >= 500) return data({ failed: true, isOffline: isOffline(error) }, { status: 503 });
    return data({ problem: problem.detail }, { status });
  }
}
