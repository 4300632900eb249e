/** The page of one post, for every URL that shows one. */
import { useLoaderData, useRevalidator } from 'react-router-dom';
import { styled } from 'styled-components';
import { isOwnArticle } from 'shared/content/articles';
import { href, paths } from 'shared/contracts/paths';
import { useCompany, useOrigin } from 'shared/contracts/shell';
import { Below } from 'shared/ui/below';
import { Breadcrumb } from 'shared/ui/breadcrumb';
import { FetchFailed } from 'shared/ui/fetch-failed';
import { Container, PageBody, Section } from 'shared/ui/layout';
import { useLocalDays } from 'shared/ui/local-date';
import { PageHead } from 'shared/ui/page-head';
import { Skeleton } from 'shared/ui/skeleton';
import { StructuredData } from 'shared/ui/structured-data';
import { FeedLinks } from '../components/feed-links.tsx';
import { idsOf } from '../content/post-ids.ts';
import { blogTrail } from '../content/trail.ts';
import { tryAgain, useFailureLogged, type FailedLoad } from '../loading/failure.ts';
import { Waiting } from '../loading/waiting.tsx';
import { ArticleHeading } from './article-heading.tsx';
import { ArticleHtml } from './article-html.tsx';
import { ArticleEnd } from './article-end.tsx';
import { coverImage } from './cover-image.ts';
import type { ArticleData, ArticleResult } from './get-article.ts';
import { ArticleTop, ReadNext } from './static-parts.ts';

/** Thrown while rendering, so that React Router shows the page for a missing one. */
const NOT_FOUND = { status: 404, statusText: 'Not Found', internal: false, data: null };

const Article = styled.article`
  /* Other posts are of no use on paper. */
  @media print { & ~ section { display: none; } }
`;

const Body = styled(Container)`
  padding-block: clamp(36px, 5vw, 72px);

  > div { max-width: var(--measure); font-size: 1.125rem; }
`;

/** @param id of the post, as in the URL or in the page's own content */
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

function Loaded({ post, text, related }: ArticleData) {
  const { id, title } = post;
  const { lead, excerpt, body } = text;
  const { name } = useCompany();
  const origin = useOrigin();
  useLocalDays();
  return (
    <>
      <Article>
        <PageHead
          title={title}
          description={(lead ?? excerpt) || describe(post)}
          path={href(paths.post, { id })}
          {...(import.meta.env.SSR && { image: coverImage(id) })}
        />
        <FeedLinks />
        <StructuredData data={import.meta.env.SSR && blogPosting(post, { name, origin })} />
        <ArticleTop key={JSON.stringify(post)} post={post} text={text} />
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
          <Section ground="sunken">
            <ReadNext key={idsOf(related)} posts={related} />
          </Section>
        )}
      </Below>
    </>
  );
}

function Loading({ id }: { id: string }) {
  return (
    <>
      <PageHead title="Post" description="A post of our blog." path={href(paths.post, { id })} />
      <ArticleHeading as="header">
        <Breadcrumb trail={blogTrail} current="Post" />
      </ArticleHeading>
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
      <ArticleHeading as="header">
        <Breadcrumb trail={blogTrail} current="Post" />
        <h1>This post did not load</h1>
      </ArticleHeading>
      <PageBody>
        <FetchFailed
          what="We could not load the post."
          isOffline={failure.isOffline}
          onRetry={() => tryAgain(failure, revalidate)}
          busy={state === 'loading'}
        />
      </PageBody>
    </>
  );
}

/** Structured data. Without an author, the company stands in for its own posts only, not for visitors' posts. */
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
    author: author ? { '@type': 'Person', name: author } : isOwnArticle(id) ? organization : undefined,
    publisher: organization,
    image: cover && company.origin + cover.src,
    url: company.origin + href(paths.post, { id }),
  };
}

/** A description for a post without words, or one that a browser has loaded itself: author and day. */
function describe({ title, author, created_at }: ArticleData['post']): string {
  return `${title}${author ? `, by ${author}` : ''}, ${created_at.slice(0, 10)}.`;
}
