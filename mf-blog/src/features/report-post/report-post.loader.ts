import { data, type LoaderFunctionArgs } from 'react-router-dom';
import { callApi } from 'shared/api-client/api';
import { postCalls, type PostDetail } from 'shared/contracts/posts';
import { failed, isNoPost, withStatus, type FailedLoad } from '../../loading/failure.ts';

/** The title of the reported post; null when there is no such post. */
export type ReportedPost = { title: string | null } | FailedLoad;

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const { signal } = request;
  try {
    const { title } = await callApi<PostDetail>(postCalls.post(params['id'] ?? ''), { context, signal });
    return { title };
  } catch (error) {
    if (isNoPost(error)) return data({ title: null }, { status: 404 });
    return withStatus(failed(error, signal));
  }
}
