import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import { href, paths } from '../contracts/paths.ts';
import { useCompany } from '../contracts/shell.ts';
import { LETTER, WORDMARK } from '../theme/wordmark.ts';

const HomeLink = styled(Link)`
  display: inline-flex;
  align-items: center;
  gap: 11px;
  min-width: var(--target);
  min-height: var(--target);
  color: var(--text);
  text-decoration: none;

  svg { width: auto; transition: height 240ms var(--ease); }
  svg:first-child { height: 34px; }
  svg:last-child { height: 24px; }

  @media (max-width: 420px) {
    gap: 8px;
    svg:first-child { height: 30px; }
    svg:last-child { height: 21px; }
  }
  @media (max-width: 359.98px) {
    svg:last-child { display: none; }
  }
`;

const CHECKS = [0, 2, 4, 6].map((x) => `M${x * 4} 24h4v4h-4zM${x * 4 + 4} 28h4v4h-4z`).join('');

/** Mark and wordmark, leading home. The mark keeps its thread colours in both themes. */
export function Logo() {
  const { name } = useCompany();
  return (
    <HomeLink to={href(paths.home)} aria-label={`${name}, home`} data-logo="">
      <svg viewBox="0 0 32 32" width="34" height="34" aria-hidden="true" focusable="false">
        <path fill="var(--th-madder)" d="M0 0h32v32H0z" />
        <path fill="var(--th-marigold)" shapeRendering="crispEdges" d={CHECKS} />
        <path fill="var(--label)" transform="translate(7.48 19.85) scale(.2954)" d={LETTER} />
      </svg>
      <svg viewBox={WORDMARK.viewBox} width="106" height="24" aria-hidden="true" focusable="false">
        <path fill="currentColor" d={WORDMARK.path} />
      </svg>
    </HomeLink>
  );
}
