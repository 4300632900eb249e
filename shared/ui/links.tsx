import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { css, styled } from 'styled-components';
import { ArrowIcon } from './icons.tsx';

const accent = css`
  color: var(--accent);
  &:hover { color: var(--accent-hover); }
`;

/** A link in running text, to a page of this site. */
export const TextLink = styled(Link)`${accent}`;

/** A link in running text, to anything else. */
export const TextAnchor = styled.a`${accent}`;

const More = styled(Link)`
  display: inline-flex;
  align-items: center;
  gap: 10px;
  min-height: var(--target);
  border-bottom: 2px solid var(--th-madder);
  font-weight: 600;
  text-decoration: none;

  svg { transition: transform 240ms var(--ease); }
  &:hover svg { transform: translateX(5px); }
`;

/** A way onward: label and arrow over a thread. */
export function MoreLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <More to={to}>
      {children}
      <ArrowIcon />
    </More>
  );
}
