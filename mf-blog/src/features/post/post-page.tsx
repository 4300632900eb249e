import { useMemo } from 'react';
import { useLoaderData, useParams, useRevalidator } from 'react-router-dom';
import { styled } from 'styled-components';
import { href, paths } from 'shared/contracts/paths';
import type { Post } from 'shared/contracts/posts';
import { avatarCloth, coverCloth } from 'shared/theme/cloth/generated';
import { Breadcrumb } from 'shared/ui/breadcrumb';
import { Cloth, ClothBox } from 'shared/ui/cloth';
import { FetchFailed } from 'shared/ui/fetch-failed';
import { Container, PageBody, PageHeading } from 'shared/ui/layout';
import { MoreLink } from 'shared/ui/links';
import { PageHead } from 'shared/ui/page-head';
import { LocalDate } from '../../components/local-date.tsx';
import { useFailureLogged, type Failure } from '../../failure.ts';
import { ArticleHtml } from './article-html.tsx';

const trail = [
  { label: 'Home', to: href(paths.home) },
  { label: 'Blog', to: href(paths.blogs) },
];

const Heading = styled(PageHeading)`
  padding-bottom: 36px;

  h1 { max-width: 920px; font-size: clamp(2.375rem, 1.7rem + 3vw, 4.5rem); }
`;

const Who = styled.div`
  display: flex;
  gap: 14px;
  align-items: center;
  margin-top: 26px;

  p { color: var(--text-2); font-size: var(--t-small); overflow-wrap: anywhere; }
  b { display: block; color: var(--text); font-size: var(--t-body); font-weight: 650; }
`;

const Avatar = styled(ClothBox)`
  flex: none;
  width: 56px;
  height: 56px;
`;

const Cover = styled(ClothBox)`
  height: clamp(258px, 26vw, 378px);
`;

const Body = styled(Container)`
  padding-block: clamp(36px, 5vw, 72px);

  > * { margin-inline: auto; }
`;

export function Component() {
  const result = useLoaderData() as { post: Post } | Failure;
  useFailureLogged('Error fetching posts:', result);
  return 'failed' in result ? <Failed /> : <Article post={result.post} />;
}

function Article({ post }: { post: Post }) {
  const { id, title, content, author, created_at } = post;
  const cover = useMemo(() => coverCloth(String(id), { width: 2880, height: 378, fringe: 30 }), [id]);
  const avatar = useMemo(() => author && avatarCloth(author), [author]);
  return (
    <article>
      <PageHead title={title} description={describe(post)} path={href(paths.post, { id })} />
      <Heading as="header">
        <Breadcrumb trail={trail} current={title} />
        <h1>{title}</h1>
        <Who>
          {avatar && (
            <Avatar>
              <Cloth spec={avatar} />
            </Avatar>
          )}
          <p>
            {author && <b>{author}</b>}
            <LocalDate iso={created_at} />
          </p>
        </Who>
      </Heading>
      <Cover $middle>
        <Cloth spec={cover} />
      </Cover>
      <Body>
        <ArticleHtml html={content} />
      </Body>
      <PageBody>
        <MoreLink to={href(paths.posts)}>All posts</MoreLink>
      </PageBody>
    </article>
  );
}

function Failed() {
  const { id = '' } = useParams();
  const { revalidate, state } = useRevalidator();
  return (
    <>
      <PageHead title="Post" description="This post could not be loaded." path={href(paths.post, { id })} />
      <Heading as="header">
        <Breadcrumb trail={trail} current="Post" />
        <h1>This post did not load</h1>
      </Heading>
      <PageBody>
        <FetchFailed what="We could not load the post." onRetry={() => void revalidate()} busy={state === 'loading'} />
      </PageBody>
    </>
  );
}

/** A description for search results: the author and the day. */
function describe({ title, author, created_at }: Post): string {
  return `${title}${author ? `, by ${author}` : ''}, ${created_at.slice(0, 10)}.`;
}
