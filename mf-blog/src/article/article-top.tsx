import { styled } from 'styled-components';
import { Breadcrumb } from 'shared/ui/breadcrumb';
import { Lead } from 'shared/ui/layout';
import { LocalDate } from 'shared/ui/local-date';
import { Avatar, CoverBand } from '../components/covers.tsx';
import { blogTrail } from '../content/trail.ts';
import { ArticleHeading } from './article-heading.tsx';
import type { ArticleData } from './get-article.ts';
import { OwnPostLinks } from './own-post-links.tsx';

const Who = styled.div`
  display: flex;
  gap: 14px;
  align-items: center;
  margin-top: 26px;

  p { color: var(--text-2); font-size: var(--t-small); overflow-wrap: anywhere; }
  b {
    display: block;
    width: fit-content;
    color: var(--text);
    font-size: var(--t-body);
    font-weight: 650;
    unicode-bidi: plaintext;
  }
`;

interface ArticleTopProps {
  post: ArticleData['post'];
  text: Pick<ArticleData['text'], 'lead' | 'minutes'>;
}

/** What a post begins with: its title, its lead, who wrote it and when, and its cover. */
export function ArticleTop({ post, text: { lead, minutes } }: ArticleTopProps) {
  const { id, title, author, created_at, edited_at, is_own } = post;
  return (
    <>
      <ArticleHeading as="header">
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
      </ArticleHeading>
      <CoverBand seed={String(id)} />
    </>
  );
}
