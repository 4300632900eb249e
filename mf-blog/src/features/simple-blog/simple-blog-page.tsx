import { useActionData, useLoaderData, useLocation, useRevalidator } from 'react-router-dom';
import { styled } from 'styled-components';
import { href, paths } from 'shared/contracts/paths';
import type { PostSummary } from 'shared/contracts/posts';
import { Breadcrumb } from 'shared/ui/breadcrumb';
import { PageBody, PageHeading } from 'shared/ui/layout';
import { PageHead } from 'shared/ui/page-head';
import { NoPosts } from '../../components/no-posts.tsx';
import { PostListSection } from '../../list/post-list-section.tsx';
import { blogTrail } from '../../content/trail.ts';
import { useFailureLogged, type FailedLoad } from '../../loading/failure.ts';
import { listQuery, type PostList } from '../../list/post-list.ts';
import { useArrival } from '../../publishing/use-arrival.ts';
import { AddPostForm } from './add-post-form.tsx';

const Columns = styled(PageBody)`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 48px calc(var(--gap) * 2);

  @media (min-width: 1024px) {
    grid-template-columns: minmax(0, 5fr) minmax(0, 7fr);

    > :first-child { align-self: start; }
  }
  /* It stays beside the list only where all of it fits: the button would be out of reach. */
  @media (min-width: 1024px) and (min-height: 56em) {
    > :first-child { position: sticky; top: 104px; }
  }
`;

export function Component() {
  const result = useLoaderData() as PostList<PostSummary> | FailedLoad;
  const wasRefused = useActionData() !== undefined;
  const { revalidate } = useRevalidator();
  const isBeginning = listQuery(new URLSearchParams(useLocation().search)).before === null;
  const arriveAt = useArrival();
  useFailureLogged(result, 'Error fetching posts:');
  return (
    <>
      {/* Names the page that search engines know, which has the same posts. */}
      <PageHead
        title="Simple blog"
        isRefused={wasRefused}
        description="Read the latest posts and add your own."
        path={href(paths.posts)}
      />
      <PageHeading as="header">
        <Breadcrumb trail={blogTrail} current="Simple blog" />
        <h1>Simple blog</h1>
      </PageHeading>
      <Columns>
        {/* The new post is at the beginning of the list. */}
        <AddPostForm onAdded={() => (isBeginning ? void revalidate() : arriveAt(href(paths.simpleBlog)))} />
        <PostListSection result={result} empty={<NoPosts />} />
      </Columns>
    </>
  );
}
