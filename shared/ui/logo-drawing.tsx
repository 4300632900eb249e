import { WORDMARK_ID } from '../theme/cloth/weave.ts';
import { LETTER, WORDMARK } from '../theme/wordmark.ts';

const CHECKS = [0, 2, 4, 6].map((x) => `M${x * 4} 24h4v4h-4zM${x * 4 + 4} 28h4v4h-4z`).join('');

/** Mark and wordmark. The mark keeps its thread colours in both themes. */
export function LogoDrawing() {
  return (
    <>
      <svg viewBox="0 0 32 32" width="34" height="34" aria-hidden="true">
        <path fill="var(--th-madder)" d="M0 0h32v32H0z" />
        <path fill="var(--th-marigold)" shapeRendering="crispEdges" d={CHECKS} />
        <path fill="var(--label)" transform="translate(7.48 19.85) scale(.2954)" d={LETTER} />
      </svg>
      <svg viewBox={WORDMARK.viewBox} width="106" height="24" aria-hidden="true">
        <use fill="currentColor" href={`#${WORDMARK_ID}`} />
      </svg>
    </>
  );
}
