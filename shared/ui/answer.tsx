import type { ReactNode } from 'react';
import { Banner, type BannerKind } from './banner.tsx';

/**
 * What became of a form, on the page that the server answers it with. It has the focus: screen readers do not announce
 * what a page loads with.
 */
export function Answer({ kind, children }: { kind: BannerKind; children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-autofocus
    <div tabIndex={-1} autoFocus>
      <Banner kind={kind}>{children}</Banner>
    </div>
  );
}
