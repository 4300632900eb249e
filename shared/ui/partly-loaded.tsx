import { useLocation } from 'react-router-dom';
import { styled } from 'styled-components';
import { Banner } from './banner.tsx';
import { Container } from './layout.tsx';
import { TextLink } from './links.tsx';

const Notice = styled(Container)`
  position: sticky;
  bottom: 16px;
  z-index: var(--z-toast);

  > div { box-shadow: var(--sh-menu); }
  /* Keeps what has the focus out from behind it. */
  html:has(&) { scroll-padding-bottom: min(208px, 40vh); }
`;

/** Shown beside content that arrived from the server but whose script did not. */
export function PartlyLoaded() {
  const { pathname, search } = useLocation();
  return (
    <Notice>
      <Banner kind="warning">
        This page did not load completely.
        <p>
          You can read it and follow its links; forms and buttons may not work.{' '}
          <TextLink href={pathname + search} rel="external">
            Try again
          </TextLink>
        </p>
      </Banner>
    </Notice>
  );
}
