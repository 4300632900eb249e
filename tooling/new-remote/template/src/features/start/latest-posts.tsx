import { useLoaderData, useRevalidator } from 'react-router-dom';
import { styled } from 'styled-components';
import { href, paths } from 'shared/contracts/paths';
import { FetchFailed } from 'shared/ui/fetch-failed';
import { MoreLink } from 'shared/ui/links';
import type { StartData } from './start.loader.ts';

const Box = styled.section`
  display: grid;
  gap: 22px;
  align-content: start;
`;

/** What was published last, or that it could not be loaded. */
export function LatestPosts() {
  const { posts, isOffline = false } = useLoaderData<StartData>();
  const { revalidate, state } = useRevalidator();
  return (
    <Box aria-labelledby="latest">
      <h2 id="latest">Latest posts</h2>
      {posts ? (
        <ul>
          {posts.map(({ id, title }) => (
            <li key={id}>
              <MoreLink href={href(paths.post, { id })}>{title}</MoreLink>
            </li>
          ))}
        </ul>
      ) : (
        <FetchFailed
          what="We could not load the posts."
          isOffline={isOffline}
          onRetry={() => void revalidate()}
          busy={state === 'loading'}
        />
      )}
    </Box>
  );
}
