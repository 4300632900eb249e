import { data, type LoaderFunctionArgs } from 'react-router-dom';
import { ApiError, callApi, isOffline } from 'shared/api-client/api';
import { moderationCalls, type LinkedPost } from 'shared/contracts/moderation';
import { postCalls } from 'shared/contracts/posts';
import { isPostId } from 'shared/rules/posts/post-id';

/**
 * The post that the mailed link is about, the number of the one that has just been hidden, or why the API shows none.
 * `failed`: trying again may help.
 */
export type HidePostData =
  | { post: LinkedPost }
  | { hidden: string }
  | { problem: string }
  | { failed: true; isOffline: boolean };

const LINK_AWAY =
  'We could not open the link. It still works: in a few minutes, open it again from the email about the post.';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const hidden = searchParams.get('hidden') ?? '';
  // The link led here without its token.
  if (searchParams.has('error')) return data({ problem: LINK_AWAY }, { status: 503 });
  try {
    // Anybody can write such a URL.
    if (isPostId(hidden) && (await isOffSite(hidden, { context, signal: request.signal }))) return { hidden };
    return { post: await callApi<LinkedPost>(moderationCalls.hiding, { context, signal: request.signal }) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { status, problem } = error;
    if (!problem || status >= 500) return data({ failed: true, isOffline: isOffline(error) }, { status: 503 });
    return data({ problem: problem.detail }, { status });
  }
}

async function isOffSite(id: string, options: { context: unknown; signal: AbortSignal }): Promise<boolean> {
  try {
    await callApi(postCalls.post(id), options);
    return false;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return true;
    throw error;
  }
}
