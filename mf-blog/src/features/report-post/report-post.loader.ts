import { data, type LoaderFunctionArgs } from 'react-router-dom';
import { ApiError, callApi } from 'shared/api-client/api';
import { postCalls, type PostDetail } from 'shared/contracts/posts';
import { failed, withStatus, type FailedLoad } from '../../loading/failure.ts';

/** The title of the reported post; null when there is no such post. */
export type ReportedPost = { title: string | null } | FailedLoad;

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const { signal } = request;
  try {
    const { title } = await callApi<PostDetail>(postCalls.post(params['id'] ?? ''), { context, signal });
    return { title };
  } catch (error) {
    // 431: the id is longer than any address may be.
    if (error instanceof ApiError && [404, 431].includes(error.status)) return data({ title: null }, { status: 404 });
    return withStatus(failed(error, signal));
  }
}
