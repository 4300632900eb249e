/** The page of one post, for every URL that shows one. */
import { useLoaderData, useRevalidator } from 'react-router-dom';
import { styled } from 'styled-components';
import { href, paths } from 'shared/contracts/paths';
import type { PostSummary } from 'shared/contracts/posts';
import { useCompany, useOrigin } from 'shared/contracts/shell';
import { Below } from 'shared/ui/below';
import { Breadcrumb } from 'shared/ui/breadcrumb';
import { FetchFailed } from 'shared/ui/fetch-failed';
import { Container, Lead, PageBody, PageHeading } from 'shared/ui/layout';
import { MoreLink } from 'shared/ui/links';
import { LocalDate } from 'shared/ui/local-date';
import { PageHead } from 'shared/ui/page-head';
import { Skeleton } from 'shared/ui/skeleton';
import { StructuredData } from 'shared/ui/structured-data';
import { Avatar, CoverBand } from '../components/covers.tsx';
import { FeedLinks } from '../components/feed-links.tsx';
import { PostCards } from '../components/post-cards.tsx';
import { blogTrail } from '../content/trail.ts';
import { OwnPostLinks } from './own-post-links.tsx';
import { useFailureLogged, type FailedLoad } from '../loading/failure.ts';
import { Waiting } from '../loading/waiting.tsx';
import { ArticleHtml } from './article-html.tsx';
import { ArticleEnd } from './article-end.tsx';
import { coverImage } from './cover-image.ts';
import type { ArticleData, ArticleResult } from './get-article.ts';

/** Thrown while rendering, so that React Router shows the page for a missing one. */
const NOT_FOUND = { status: 404, statusText: 'Not Found', internal: false, data: null };

const Article = styled.article`
  /* Other posts are of no use on paper. */
  @media print { & ~ section { display: none; } }
`;

const Heading = styled(PageHeading)`
  padding-bottom: 36px;

  h1 { max-width: 920px; font-size: clamp(2.375rem, 1.7rem + 3vw, 4.5rem); overflow-wrap: anywhere; }
  /* Begins where the text below does: its measure, in a unit that is the same at every size. */
  > :dir(rtl) { max-width: 49.04rem; }
`;

const Who = styled.div`
  display: flex;
  gap: 14px;
  align-items: center;
  margin-top: 26px;

  p { color: var(--text-2); font-size: var(--t-small); overflow-wrap: anywhere; }
  b { display: block; color: var(--text); font-size: var(--t-body); font-weight: 650; }
`;

const Body = styled(Container)`
  padding-block: clamp(36px, 5vw, 72px);

  > div { max-width: var(--measure); font-size: 1.125rem; }
`;

/** @param id of the post, as it stands in the URL or in the page's own content */
export function ArticlePage({ id }: { id: string }) {
  return (
    <Waiting key={id} data={useLoaderData() as ArticleResult} skeleton={<Loading id={id} />}>
      {(result) => {
        if ('missing' in result) throw NOT_FOUND;
        return 'failed' in result ? <Failed id={id} failure={result} /> : <Loaded {...result} />;
      }}
    </Waiting>
  );
}

function Loaded({ post, text: { lead, minutes, body }, related }: ArticleData) {
  const { id, title, author, created_at, edited_at, is_own } = post;
  const { name } = useCompany();
  const origin = useOrigin();
  return (
    <>
      <Article>
        <PageHead
          title={title}
          description={lead ?? describe(post)}
          path={href(paths.post, { id })}
          {...(import.meta.env.SSR && { image: coverImage(id) })}
        />
        <FeedLinks />
        <StructuredData data={import.meta.env.SSR && blogPosting(post, { name, origin })} />
        <Heading as="header">
          <Breadcrumb trail={blogTrail} current={title} />
          <h1 dir="auto">{title}</h1>
          {lead && <Lead dir="auto">{lead}</Lead>}
          <Who>
            {author && <Avatar name={author} />}
            <p>
              {author && <b>{author}</b>}
              <LocalDate iso={created_at} />, {minutes} min read
              {edited_at && (
                <>
                  <br />
                  Edited on <LocalDate iso={edited_at} />
                </>
              )}
            </p>
          </Who>
          {is_own && <OwnPostLinks id={id} />}
        </Heading>
        <CoverBand seed={String(id)} />
        <Below>
          <Body>
            <div>
              <ArticleHtml {...(body !== undefined && { html: body })} />
              <ArticleEnd post={post} />
            </div>
          </Body>
        </Below>
      </Article>
      <Below>
        {related.length > 0 && (
          <PostCards
            heading="Read next"
            onward={<MoreLink href={href(paths.posts)}>All posts</MoreLink>}
            cards={related.map(cardOf)}
          />
        )}
      </Below>
    </>
  );
}

const cardOf = ({ id, title, excerpt, author, created_at }: PostSummary) => ({
  id,
  title,
  text: excerpt,
  meta: (
    <>
      <LocalDate iso={created_at} />
      {author && <span>{author}</span>}
    </>
  ),
});

function Loading({ id }: { id: string }) {
  return (
    <>
      <PageHead title="Post" description="A post of our blog." path={href(paths.post, { id })} />
      <Heading as="header">
        <Breadcrumb trail={blogTrail} current="Post" />
      </Heading>
      <PageBody>
        <Skeleton />
      </PageBody>
    </>
  );
}

function Failed({ id, failure }: { id: string; failure: FailedLoad }) {
  const { revalidate, state } = useRevalidator();
  useFailureLogged(failure);
  return (
    <>
      <PageHead title="Post" description="This post could not be loaded." path={href(paths.post, { id })} />
      <Heading as="header">
        <Breadcrumb trail={blogTrail} current="Post" />
        <h1>This post did not load</h1>
      </Heading>
      <PageBody>
        <FetchFailed
          what="We could not load the post."
          isOffline={failure.isOffline}
          onRetry={() => void revalidate()}
          busy={state === 'loading'}
        />
      </PageBody>
    </>
  );
}

/** Posts without an author are the company's own. */
function blogPosting(
  { id, title, author, created_at, edited_at }: ArticleData['post'],
  company: { name: string; origin: string },
) {
  const cover = coverImage(id);
  const organization = { '@type': 'Organization', name: company.name, url: company.origin };
  return {
    '@type': 'BlogPosting',
    headline: title,
    datePublished: created_at,
    ...(edited_at && { dateModified: edited_at }),
    author: author ? { '@type': 'Person', name: author } : organization,
    publisher: organization,
    image: cover && company.origin + cover.src,
    mainEntityOfPage: company.origin + href(paths.post, { id }),
  };
}

/** A description for search results: the author and the day. */
function describe({ title, author, created_at }: ArticleData['post']): string {
  return `${title}${author ? `, by ${author}` : ''}, ${created_at.slice(0, 10)}.`;
}
