import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { ArrowIcon } from './icons.tsx';

/** A link in running text. */
export const TextLink = styled.a`
  color: var(--accent);
  &:hover { color: var(--accent-hover); }
`;

/** A link in a form that loses what was typed when it is left. */
export function NewTabLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <TextLink href={href} target="_blank">
      {children}
      <span className="visually-hidden"> (in a new tab)</span>
    </TextLink>
  );
}

const More = styled.a`
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
export function MoreLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <More href={href}>
      {children}
      <ArrowIcon />
    </More>
  );
}
