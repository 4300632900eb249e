import { useLoaderData, useRevalidator } from 'react-router-dom';
import { styled } from 'styled-components';
import { href, paths } from 'shared/contracts/paths';
import type { PostSummary } from 'shared/contracts/posts';
import { Breadcrumb } from 'shared/ui/breadcrumb';
import { ButtonLink } from 'shared/ui/button';
import { FetchFailed } from 'shared/ui/fetch-failed';
import { PageBody, PageHeading } from 'shared/ui/layout';
import { PageHead } from 'shared/ui/page-head';
import { NoPosts } from '../../components/no-posts.tsx';
import { OlderPosts } from '../../components/older-posts.tsx';
import { PostRows } from '../../components/post-rows.tsx';
import { useFailureLogged, type Failure } from '../../failure.ts';
import type { PostList } from '../../post-list.ts';

const trail = [
  { label: 'Home', to: href(paths.home) },
  { label: 'Blog', to: href(paths.blogs) },
];

const List = styled(PageBody)`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 32px;

  > a { justify-self: start; }
`;

export function Component() {
  const result = useLoaderData() as PostList<PostSummary> | Failure;
  useFailureLogged('Error fetching posts:', result);
  return (
    <>
      <PageHead title="All posts" description="Everything we have written, newest first." path={href(paths.posts)} />
      <PageHeading as="header">
        <Breadcrumb trail={trail} current="All posts" />
        <h1>All posts</h1>
      </PageHeading>
      <List as="section" aria-labelledby="posts">
        <h2 id="posts" className="visually-hidden">
          Posts
        </h2>
        <Posts result={result} />
      </List>
    </>
  );
}

function Posts({ result }: { result: PostList<PostSummary> | Failure }) {
  const { revalidate, state } = useRevalidator();
  if ('failed' in result) {
    return <FetchFailed what="We could not load the posts." onRetry={() => void revalidate()} busy={state === 'loading'} />;
  }
  if (result.posts.length === 0) {
    return <NoPosts action={<ButtonLink to={href(paths.newPost)}>Write a post</ButtonLink>} />;
  }
  return (
    <>
      <PostRows posts={result.posts} />
      <OlderPosts before={result.before} />
    </>
  );
}
