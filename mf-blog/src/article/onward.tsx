import { styled } from 'styled-components';
import { href, paths } from 'shared/contracts/paths';
import type { PostLink } from 'shared/contracts/posts';
import { TextLink } from 'shared/ui/links';
import type { ArticleData } from './get-article.ts';

const Report = styled.p`
  margin-top: 18px;
  font-size: var(--t-small);

  a { display: inline-block; padding-block: 12px; color: var(--text-2); }
`;

const Neighbours = styled.nav`
  display: grid;
  gap: 12px var(--gap);
  margin-top: 28px;
  border-top: 1px solid var(--line);

  @media (min-width: 640px) {
    grid-template-columns: 1fr 1fr;
    [rel='next'] { grid-column: 2; text-align: right; }
  }
`;

const Neighbour = styled.a`
  min-height: var(--target);
  padding-block: 16px;
  overflow-wrap: anywhere;
  text-decoration: none;

  span { display: block; color: var(--text-2); font-size: var(--t-small); }
  b { font-weight: 600; unicode-bidi: plaintext; }
  &:hover b { text-decoration: underline; }
`;

/** Where a reader can go from a post's end: to those who moderate, and to the posts before and after it. */
export function Onward({ post: { id, older, newer } }: { post: ArticleData['post'] }) {
  return (
    <>
      <Report>
        <TextLink href={href(paths.reportPost, { id })} rel="nofollow">
          Report this post
        </TextLink>
      </Report>
      {(older || newer) && (
        <Neighbours aria-label="Previous and next post">
          {older && <Beside rel="prev" label="Previous" post={older} />}
          {newer && <Beside rel="next" label="Next" post={newer} />}
        </Neighbours>
      )}
    </>
  );
}

function Beside({ rel, label, post: { id, title } }: { rel: string; label: string; post: PostLink }) {
  return (
    <Neighbour rel={rel} href={href(paths.post, { id })}>
      <span>{label}</span>
      <b>{title}</b>
    </Neighbour>
  );
}
