import type { ComponentProps, ComponentType } from 'react';
import { css, styled } from 'styled-components';

interface ButtonLook {
  /** One primary button per view. */
  $kind?: 'primary' | 'secondary' | 'mark';
  $small?: boolean;
  $block?: boolean;
}

const kinds = {
  primary: css`
    --button: var(--action);
    --button-text: var(--on-action);
    &:hover { --button: var(--action-hover); }
  `,
  secondary: css`
    --button: transparent;
    --button-border: var(--line-strong);
    --button-text: currentColor;
    &:hover { --button-border: currentColor; }
  `,
  /* For bands: marigold by day and by night. */
  mark: css`
    --button: var(--mark);
    --button-text: var(--on-mark);
    &:hover { --button: var(--mark-hover); }
  `,
};

/** What all buttons have in common, in its own class, so that a page has these rules only once. */
const Look = styled.button`
  position: relative;
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: 10px;
  min-height: var(--control);
  padding: 12px 26px;
  border: 1.5px solid var(--button-border, var(--button));
  border-radius: var(--r-control);
  background: var(--button);
  color: var(--button-text);
  font-size: 1em;
  font-weight: 600;
  line-height: 1.2;
  text-align: center;
  text-decoration: none;
  cursor: pointer;
  transition: background-color var(--d-control) var(--ease), border-color var(--d-control) var(--ease);

  /* The running stitch. */
  &::after {
    content: '';
    position: absolute;
    inset: 4px;
    border: 1.5px dashed currentColor;
    border-radius: 2px;
    opacity: 0;
    clip-path: inset(0 100% 0 0);
    transition: clip-path 320ms var(--ease), opacity 120ms linear;
    pointer-events: none;
  }
  &:hover::after { opacity: .6; clip-path: inset(0); }

  [data-onward] { transition: transform 240ms var(--ease); }
  &:hover [data-onward] { transform: translateX(4px); }

  &[aria-disabled] { opacity: .8; cursor: not-allowed; }
  &[aria-busy] { opacity: .8; }
  &[aria-disabled]::after { opacity: 0; }

  @media (forced-colors: active) { border-color: ButtonText; }
`;

const kind = css<ButtonLook>`
  ${({ $kind = 'primary' }) => kinds[$kind]}
  ${({ $small }) => $small && 'min-height: var(--target); padding: 8px 18px; font-size: var(--t-small);'}
  ${({ $block }) => $block && 'width: 100%;'}
`;

export const Button = styled(Look)<ButtonLook>`${kind}`;

/** A link that looks like a button. */
export const ButtonLink = styled(Look as unknown as ComponentType<ComponentProps<'a'>>).attrs({
  as: 'a',
})<ButtonLook>`${kind}`;

/** A square control of 44 px that shows an icon only: give it an accessible name. */
export const IconButton = styled.button`
  display: inline-grid;
  place-items: center;
  width: var(--target);
  height: var(--target);
  padding: 0;
  border: 1.5px solid transparent;
  border-radius: var(--r-control);
  background: transparent;
  color: inherit;
  cursor: pointer;
  transition: background-color var(--d-control), border-color var(--d-control);

  &:hover { background: color-mix(in srgb, currentColor 9%, transparent); }
  &:disabled { opacity: .42; background: none; cursor: not-allowed; }
`;

export const OutlinedIconButton = styled(IconButton)`
  border-color: var(--line-strong);
`;
