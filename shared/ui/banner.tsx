import type { ReactNode } from 'react';
import { css, styled } from 'styled-components';
import { AlertIcon, CheckIcon, InfoIcon, WarningIcon } from './icons.tsx';

export type BannerKind = 'error' | 'success' | 'info' | 'warning';

const kinds = {
  error: css`background: var(--error-bg); color: var(--error);`,
  success: css`background: var(--success-bg); color: var(--success);`,
  info: css`background: var(--info-bg); color: var(--info);`,
  warning: css`background: var(--warning-bg); color: var(--warning);`,
};

const Box = styled.div<{ $kind: BannerKind }>`
  ${({ $kind }) => kinds[$kind]}
  position: relative;
  display: flex;
  gap: 12px;
  align-items: flex-start;
  padding: 14px 18px 14px 26px;
  border-radius: 2px;
  font-weight: 550;
  line-height: 1.45;
  overflow-wrap: anywhere;
  /* A form scrolls to it. This keeps what it is about in view: above it on a phone, beside it on a wide screen. */
  scroll-margin-top: min(50vw + 180px, 60vh);

  &::before {
    content: '';
    position: absolute;
    inset: 0 auto 0 0;
    width: 8px;
    background: conic-gradient(currentColor 25%, transparent 0 50%, currentColor 0 75%, transparent 0) 0 0 / 8px 8px;
  }
  svg { margin-top: 1px; }
  p { color: var(--text); font-weight: 400; }

  @media (forced-colors: active) { border: 1px solid; }
`;

/** A button below a banner's words. */
export const BannerAction = styled.div`
  margin-top: 10px;
`;

const icons = { error: AlertIcon, success: CheckIcon, info: InfoIcon, warning: WarningIcon };

interface BannerProps {
  kind: BannerKind;
  /** Where a form without script leads to: `shared/forms/answer-place.ts`. */
  id?: string | undefined;
  /** Inside a region that is announced already. */
  silent?: boolean;
  children: ReactNode;
}

/** A message with its selvedge. Errors interrupt a screen reader, the others wait for their turn. */
export function Banner({ kind, id, silent, children }: BannerProps) {
  const Icon = icons[kind];
  return (
    <Box id={id} $kind={kind} role={silent ? undefined : kind === 'error' ? 'alert' : 'status'}>
      <Icon size={22} />
      <div>{children}</div>
    </Box>
  );
}
