import { useState, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { href, paths } from 'shared/contracts/paths';
import { useOrigin } from 'shared/contracts/shell';
import { Banner } from 'shared/ui/banner';
import { Button, ButtonLink } from 'shared/ui/button';
import type { ArticleData } from './get-article.ts';
import { Onward } from './static-parts.ts';

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

/** What follows a post: ways to pass it on, and the posts before and after it. */
export function ArticleEnd({ post }: { post: ArticleData['post'] }) {
  const { id, title } = post;
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
      <Onward key={JSON.stringify(post)} post={post} />
    </End>
  );
}
