import { data, type LoaderFunctionArgs } from 'react-router-dom';
import { ApiError, callApi, isOffline } from 'shared/api-client/api';
import { moderationCalls, type LinkedPost } from 'shared/contracts/moderation';

/** The post that the mailed link is about, or why the API does not show it. `failed`: trying again may help. */
export type HidePostData = { post: LinkedPost } | { problem: string } | { failed: true; isOffline: boolean };

export async function loader({ request, context }: LoaderFunctionArgs) {
  try {
    return { post: await callApi<LinkedPost>(moderationCalls.hiding, { context, signal: request.signal }) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { status, problem } = error;
    if (!problem || status >= 500) return data({ failed: true, isOffline: isOffline(error) }, { status: 503 });
    return data({ problem: problem.detail }, { status });
  }
}
