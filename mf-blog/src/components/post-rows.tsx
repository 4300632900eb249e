import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { href, paths } from 'shared/contracts/paths';
import type { PostSummary } from 'shared/contracts/posts';
import { LocalDate } from 'shared/ui/local-date';
import { cardLink } from './card-link.ts';
import { Cover } from './covers.tsx';

export const Rows = styled.div`
  container-type: inline-size;
  border-top: 1px solid var(--line);
`;

const Box = styled.article`
  ${cardLink}
  display: grid;
  grid-template-columns: 104px minmax(0, 1fr);
  gap: 8px 18px;
  align-items: start;
  padding-block: 24px;
  border-bottom: 1px solid var(--line);

  h3 { overflow-wrap: anywhere; }
  h3 + p { max-width: 60ch; margin-top: 8px; color: var(--text-2); }

  @container (min-width: 620px) {
    grid-template-columns: 220px minmax(0, 1fr);
    gap: 24px 32px;
    align-items: center;
  }
  @container (min-width: 880px) { grid-template-columns: 240px minmax(0, 1fr) 150px; }
`;

const Drawing = styled(Cover)`
  grid-row: 1 / span 2;
  height: 104px;

  @container (min-width: 620px) { height: 150px; }
  @container (min-width: 880px) { grid-row: auto; }
`;

const Meta = styled.p`
  display: flex;
  flex-wrap: wrap;
  gap: 4px 14px;
  color: var(--text-2);
  font-size: var(--t-small);
  overflow-wrap: anywhere;
  grid-column: 2;

  > span { unicode-bidi: plaintext; }

  @container (min-width: 620px) { margin-top: -16px; }
  @container (min-width: 880px) {
    display: block;
    grid-column: auto;
    margin-top: 0;
    text-align: right;
    > span { display: block; }
  }
`;

interface RowProps {
  /** Picks the cover. */
  seed: string;
  to: string;
  title: string;
  text: string;
  meta?: ReactNode;
}

/** Posts as rows: cover, title, first words, author and date. */
export function PostRows({ posts }: { posts: readonly PostSummary[] }) {
  return (
    <Rows>
      {posts.map(({ id, title, excerpt, author, created_at }) => (
        <Row
          key={id}
          seed={String(id)}
          to={href(paths.post, { id })}
          title={title}
          text={excerpt}
          meta={
            <>
              <LocalDate iso={created_at} />
              {author && <span>{author}</span>}
            </>
          }
        />
      ))}
    </Rows>
  );
}

export function Row({ seed, to, title, text, meta }: RowProps) {
  return (
    <Box data-card="">
      <Drawing seed={seed} size="row" />
      <div>
        <h3>
          <a href={to}>{title}</a>
        </h3>
        <p>{text}</p>
      </div>
      {meta && <Meta>{meta}</Meta>}
    </Box>
  );
}
