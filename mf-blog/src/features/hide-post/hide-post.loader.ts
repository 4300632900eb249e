import { data, type LoaderFunctionArgs } from 'react-router-dom';
import { ApiError, callApi } from 'shared/api-client/api';
import { moderationCalls, type LinkedPost } from 'shared/contracts/moderation';

/** The post that the mailed link is about, or why it is not shown. */
export type HidePostData = { post: LinkedPost } | { problem: string };

export async function loader({ request, context }: LoaderFunctionArgs) {
  try {
    return { post: await callApi<LinkedPost>(moderationCalls.hiding, { context, signal: request.signal }) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const problem = error.problem?.detail ?? 'We could not load the post. Open the link again in a moment.';
    return data({ problem }, { status: error.status || 503 });
  }
}
