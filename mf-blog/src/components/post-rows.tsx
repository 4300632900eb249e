import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import { href, paths } from 'shared/contracts/paths';
import type { PostSummary } from 'shared/contracts/posts';
import { coverCloth } from 'shared/theme/cloth/generated';
import { Cloth, ClothBox } from 'shared/ui/cloth';
import { LocalDate } from './local-date.tsx';

const Rows = styled.div`
  container-type: inline-size;
  border-top: 1px solid var(--line);
`;

const Row = styled.article`
  position: relative;
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 18px;
  padding-block: 24px;
  border-bottom: 1px solid var(--line);

  h3 a { text-decoration: none; }
  h3 a::after { content: ''; position: absolute; inset: 0; }
  &:hover h3 a { text-decoration: underline; text-decoration-thickness: 2px; }
  h3 a:focus-visible { outline: 0; }
  &:has(h3 a:focus-visible) { outline: 3px solid var(--focus); outline-offset: 4px; }
  h3 + p { max-width: 60ch; margin-top: 8px; color: var(--text-2); }

  @container (min-width: 620px) {
    grid-template-columns: 220px minmax(0, 1fr);
    gap: 24px 32px;
    align-items: center;
  }
  @container (min-width: 880px) { grid-template-columns: 240px minmax(0, 1fr) 150px; }
`;

const Cover = styled(ClothBox)`
  height: 196px;

  @container (min-width: 620px) { grid-row: 1 / span 2; height: 150px; }
  @container (min-width: 880px) { grid-row: auto; }
`;

const Meta = styled.p`
  display: flex;
  flex-wrap: wrap;
  gap: 4px 14px;
  color: var(--text-2);
  font-size: var(--t-small);
  overflow-wrap: anywhere;

  @container (min-width: 620px) { grid-column: 2; margin-top: -16px; }
  @container (min-width: 880px) {
    display: block;
    grid-column: auto;
    margin-top: 0;
    text-align: right;
    > span { display: block; }
  }
`;

/** Posts as rows: cover, title, first words, author and date. */
export function PostRows({ posts }: { posts: readonly PostSummary[] }) {
  return (
    <Rows>
      {posts.map((post) => (
        <PostRow key={post.id} post={post} />
      ))}
    </Rows>
  );
}

function PostRow({ post: { id, title, excerpt, author, created_at } }: { post: PostSummary }) {
  const cover = useMemo(() => coverCloth(String(id), { width: 648, height: 216 }), [id]);
  return (
    <Row>
      <Cover>
        <Cloth spec={cover} />
      </Cover>
      <div>
        <h3>
          <Link to={href(paths.post, { id })}>{title}</Link>
        </h3>
        <p>{excerpt}</p>
      </div>
      <Meta>
        <LocalDate iso={created_at} />
        {author && <span>{author}</span>}
      </Meta>
    </Row>
  );
}
