import { data, type LoaderFunctionArgs } from 'react-router-dom';
import { callApi, isOffline } from 'shared/api-client/api';
import { postCalls, type PostSummary } from 'shared/contracts/posts';

/** How many of the latest posts the page shows. */
const SHOWN = 3;

export interface StartData {
  /** Undefined when the API gave none: the page says so and offers to try again. */
  posts: PostSummary[] | undefined;
  /** There are none because the network is away. */
  isOffline?: boolean;
}

/** The latest posts. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  try {
    const posts = await callApi<PostSummary[]>(postCalls.posts, { context, signal: request.signal });
    return data<StartData>({ posts: posts.slice(0, SHOWN) });
  } catch (error) {
    if (request.signal.aborted) throw error;
    // A status that search engines do not index.
    return data<StartData>({ posts: undefined, isOffline: isOffline(error) }, { status: 503 });
  }
}
