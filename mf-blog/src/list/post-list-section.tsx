import type { ReactNode } from 'react';
import { useLocation, useRevalidator } from 'react-router-dom';
import { styled } from 'styled-components';
import type { PostSummary } from 'shared/contracts/posts';
import { FetchFailed } from 'shared/ui/fetch-failed';
import { useLocalDays } from 'shared/ui/local-date';
import { tryAgain, type FailedLoad } from '../loading/failure.ts';
import { listQuery, type PostList } from './post-list.ts';
import { NoPosts } from '../components/no-posts.tsx';
import { idsOf } from '../content/post-ids.ts';
import { OlderPosts } from './older-posts.tsx';
import { PostRows } from '../components/static-parts.ts';

const List = styled.section`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 32px;
  align-content: start;

  /* Firefox cuts a grid's row in two wherever a sheet ends. */
  @media print { display: block; margin-top: 28px; }
`;

/** A list of posts with its pages, or the reason why there is none. @param empty shown when the list has no posts */
export function PostListSection({ result, empty }: { result: PostList<PostSummary> | FailedLoad; empty: ReactNode }) {
  const { revalidate, state } = useRevalidator();
  useLocalDays();
  const isBeginning = listQuery(new URLSearchParams(useLocation().search)).before === null;
  return (
    <List aria-labelledby="posts">
      <h2 id="posts" className="visually-hidden">
        Posts
      </h2>
      {'failed' in result ? (
        <FetchFailed
          what="We could not load the posts."
          isOffline={result.isOffline}
          onRetry={() => tryAgain(result, revalidate)}
          busy={state === 'loading'}
        />
      ) : result.posts.length === 0 ? (
        isBeginning ? (
          empty
        ) : (
          <NoPosts title="No older posts" text="This is where the list ends." action={<OlderPosts before={null} />} />
        )
      ) : (
        <>
          <PostRows key={idsOf(result.posts)} posts={result.posts} />
          <OlderPosts before={result.before} />
        </>
      )}
    </List>
  );
}
