import { useLoaderData, useLocation } from 'react-router-dom';
import { styled } from 'styled-components';
import { href, paths } from 'shared/contracts/paths';
import type { PostSummary } from 'shared/contracts/posts';
import { Breadcrumb } from 'shared/ui/breadcrumb';
import { ButtonLink } from 'shared/ui/button';
import { PageBody, PageHeading } from 'shared/ui/layout';
import { PageHead } from 'shared/ui/page-head';
import { FeedLinks } from '../../components/feed-links.tsx';
import { NoPosts } from '../../components/no-posts.tsx';
import { PostListSection } from '../../list/post-list-section.tsx';
import { blogTrail } from '../../content/trail.ts';
import { useFailureLogged, type FailedLoad } from '../../loading/failure.ts';
import { listUrl, listQuery, type PostList } from '../../list/post-list.ts';
import { SearchForm } from './search-form.tsx';

const Body = styled(PageBody)`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: clamp(28px, 3.4vw, 44px);

  /* Firefox begins a grid's row that is longer than a sheet on a new sheet. */
  @media print { display: block; }
`;

export function Component() {
  const result = useLoaderData() as PostList<PostSummary> | FailedLoad;
  const query = listQuery(new URLSearchParams(useLocation().search));
  const title = query.q
    ? `Posts matching “${query.q}”`
    : query.before
      ? `Posts before number ${query.before}`
      : 'All posts';
  useFailureLogged(result);
  return (
    <>
      <PageHead
        title={title}
        description="Every post on our blog, ours and our visitors', newest first."
        path={listUrl(href(paths.posts), query)}
      />
      <FeedLinks />
      {query.q && <meta name="robots" content="noindex" />}
      <PageHeading as="header">
        <Breadcrumb trail={blogTrail} current="All posts" />
        <h1>{query.q ? title : 'All posts'}</h1>
      </PageHeading>
      <Body>
        <SearchForm q={query.q} />
        <PostListSection result={result} empty={query.q ? <NothingFound q={query.q} /> : <NothingYet />} />
      </Body>
    </>
  );
}

function NothingYet() {
  return <NoPosts action={<ButtonLink href={href(paths.newPost)}>Write a post</ButtonLink>} />;
}

function NothingFound({ q }: { q: string }) {
  return (
    <NoPosts
      title={`No posts match “${q}”`}
      text="Try fewer words, or a different spelling."
      action={<ButtonLink href={href(paths.posts)}>All posts</ButtonLink>}
    />
  );
}
