import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import type { RouteHandle } from 'shared/contracts/shell';
import { Arrival } from './arrival.tsx';
import { FooterPlace } from './footer-place.tsx';
import { Header } from './header.tsx';
import { Progress } from './progress.tsx';
import { TrialPlace } from './trial-place.tsx';

const SkipLink = styled.a`
  position: fixed;
  left: 16px;
  top: -80px;
  z-index: var(--z-toast);
  padding: 12px 20px;
  border-radius: var(--r-control);
  background: var(--action);
  color: var(--on-action);

  &:focus { top: 16px; }
`;

/**
 * The frame around every page. Knows no remote.
 * @param layout what the page asked for; nothing means the whole frame
 */
export function Frame({ layout, children }: { layout: RouteHandle['layout'] | null; children: ReactNode }) {
  return (
    <>
      <SkipLink href="#content">Skip to content</SkipLink>
      <Header bare={Boolean(layout)} />
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      {layout !== 'bare' && <FooterPlace />}
      <TrialPlace />
      <Progress />
      <Arrival />
    </>
  );
}
