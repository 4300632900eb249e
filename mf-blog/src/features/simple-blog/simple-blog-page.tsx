import { useLoaderData, useRevalidator } from 'react-router-dom';
import { styled } from 'styled-components';
import { href, paths } from 'shared/contracts/paths';
import type { PostSummary } from 'shared/contracts/posts';
import { Breadcrumb } from 'shared/ui/breadcrumb';
import { FetchFailed } from 'shared/ui/fetch-failed';
import { PageBody, PageHeading } from 'shared/ui/layout';
import { PageHead } from 'shared/ui/page-head';
import { NoPosts } from '../../components/no-posts.tsx';
import { OlderPosts } from '../../components/older-posts.tsx';
import { PostRows } from '../../components/post-rows.tsx';
import { useFailureLogged, type Failure } from '../../failure.ts';
import type { PostList } from '../../post-list.ts';
import { AddPostForm } from './add-post-form.tsx';

const trail = [
  { label: 'Home', to: href(paths.home) },
  { label: 'Blog', to: href(paths.blogs) },
];

const Columns = styled(PageBody)`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 48px calc(var(--gap) * 2);

  @media (min-width: 1024px) {
    grid-template-columns: minmax(0, 5fr) minmax(0, 7fr);

    > :first-child { position: sticky; top: 104px; align-self: start; }
  }
`;

const List = styled.section`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 32px;
  align-content: start;

  > a { justify-self: start; }
`;

export function Component() {
  const result = useLoaderData() as PostList<PostSummary> | Failure;
  const { revalidate, state } = useRevalidator();
  const reload = () => void revalidate();
  useFailureLogged('Error fetching posts:', result);
  return (
    <>
      <PageHead title="Simple blog" description="Read the latest posts and add your own." path={href(paths.simpleBlog)} />
      <PageHeading as="header">
        <Breadcrumb trail={trail} current="Simple blog" />
        <h1>Simple blog</h1>
      </PageHeading>
      <Columns>
        <AddPostForm onAdded={reload} />
        <List aria-labelledby="posts">
          <h2 id="posts" className="visually-hidden">
            Posts
          </h2>
          {'failed' in result ? (
            <FetchFailed what="We could not load the posts." onRetry={reload} busy={state === 'loading'} />
          ) : result.posts.length === 0 ? (
            <NoPosts />
          ) : (
            <>
              <PostRows posts={result.posts} />
              <OlderPosts before={result.before} />
            </>
          )}
        </List>
      </Columns>
    </>
  );
}
