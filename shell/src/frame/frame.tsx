import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { Arrival } from './arrival.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';

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
 * What every page stands in. Knows no remote.
 * @param bare for signing in and the like: no navigation, no footer
 */
export function Frame({ bare = false, children }: { bare?: boolean; children: ReactNode }) {
  return (
    <>
      <SkipLink href="#content">Skip to content</SkipLink>
      <Header bare={bare} />
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      {!bare && <Footer />}
      <Arrival />
    </>
  );
}
