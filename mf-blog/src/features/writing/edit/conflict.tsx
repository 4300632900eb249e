import { useEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';
import type { OwnPost } from 'shared/contracts/posts';
import { Banner } from 'shared/ui/banner';
import { Button } from 'shared/ui/button';
import { ArticleHtml } from '../../../article/article-html.tsx';
import { Actions } from '../editor/actions.tsx';

const Box = styled.section`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 16px;

  summary { min-height: var(--target); padding-block: 10px; font-weight: 600; cursor: pointer; }
  details > div { padding: clamp(20px, 4vw, 40px); border: 1px solid var(--line); border-radius: var(--r-card); }
`;

// Styled by classes of its own, because the post that is shown has headings, too.
const Heading = styled.h2`
  margin-bottom: 6px;
  font-size: var(--t-h3);

  &:focus { outline: 0; }
`;

const TheirTitle = styled.h3`
  margin-bottom: 16px;
  overflow-wrap: anywhere;
`;

const ScriptActions = styled(Actions)`
  @media (scripting: none) { display: none; }
`;

const copyNotes = {
  copied: 'Your version has been copied.',
  refused: 'Your browser will not let this page copy text. Select your text below and copy it yourself.',
};

interface ConflictProps {
  /** The post as it is now. */
  theirs: OwnPost;
  /** Copies what the author has written to the clipboard. @returns whether the browser did so */
  onCopy: () => Promise<boolean>;
  onOverwrite: () => void;
  onTake: () => void;
}

/** Shown when the post has been changed since it was opened: with both versions, so that the author decides. */
export function Conflict({ theirs, onCopy, onOverwrite, onTake }: ConflictProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [copied, setCopied] = useState<keyof typeof copyNotes>();
  useEffect(() => heading.current?.focus(), []);
  return (
    <Box aria-labelledby="conflict">
      <Banner kind="warning">
        <Heading id="conflict" ref={heading} tabIndex={-1}>
          This post has changed since you opened it
        </Heading>
        <p>
          Another tab, or someone with your account, has saved it. Your version is still below and nothing has been
          overwritten. Saving again replaces the other version with yours.
        </p>
      </Banner>
      <details>
        <summary>See the other version</summary>
        <div>
          <TheirTitle>{theirs.title}</TheirTitle>
          <ArticleHtml html={theirs.content} />
        </div>
      </details>
      <ScriptActions>
        <Button type="button" $kind="secondary" $small onClick={onOverwrite}>
          Replace it with mine
        </Button>
        <Button type="button" $kind="secondary" $small onClick={onTake}>
          Use the other version
        </Button>
        <Button
          type="button"
          $kind="secondary"
          $small
          onClick={() => void onCopy().then((isCopied) => setCopied(isCopied ? 'copied' : 'refused'))}
        >
          Copy mine
        </Button>
      </ScriptActions>
      <p role="status">
        {/* One text, which can also be replaced where the browser has translated it. */}
        {copied && copyNotes[copied]}
      </p>
    </Box>
  );
}
