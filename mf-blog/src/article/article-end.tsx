import { useState, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { href, paths } from 'shared/contracts/paths';
import type { PostLink } from 'shared/contracts/posts';
import { useOrigin } from 'shared/contracts/shell';
import { Banner } from 'shared/ui/banner';
import { Button, ButtonLink } from 'shared/ui/button';
import { TextLink } from 'shared/ui/links';
import type { ArticleData } from './get-article.ts';

/** Useless on paper. */
const End = styled.div`
  @media print { display: none; }
`;

const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 12px;
  padding-top: clamp(28px, 4vw, 48px);

  @media (scripting: none) { button { display: none; } }
`;

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
  b { font-weight: 600; }
  &:hover b { text-decoration: underline; }
`;

/** What follows a post: ways to pass it on, and the posts before and after it. */
export function ArticleEnd({ post: { id, title, older, newer } }: { post: ArticleData['post'] }) {
  const url = useOrigin() + href(paths.post, { id });
  const [note, setNote] = useState<ReactNode>();
  const share = () =>
    import('./share.tsx').then(
      (loaded) => loaded.share({ title, url }, setNote),
      () => setNote(<Banner kind="error">Check your connection and try again.</Banner>),
    );
  return (
    <End>
      <Row>
        <Button type="button" $kind="secondary" $small onClick={() => void share()}>
          Share
        </Button>
        <ButtonLink
          href={`mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(url)}`}
          $kind="secondary"
          $small
        >
          Send by email
        </ButtonLink>
      </Row>
      {note}
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
    </End>
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
