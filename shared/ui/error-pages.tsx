/** States that are shown in place of a page. */
import { useLocation } from 'react-router-dom';
import { styled } from 'styled-components';
import { href, paths } from '../contracts/paths.ts';
import { useCompany } from '../contracts/shell.ts';
import { ButtonLink } from './button.tsx';
import { RetryIcon } from './icons.tsx';
import { Container, Lead } from './layout.tsx';
import { TextLink } from './links.tsx';
import { serverRendered } from './server-rendered.tsx';
import { State, StateActions } from './state-layout.tsx';
import { useIsOffline } from './use-offline.ts';

const Page = styled(Container)`
  padding-block: clamp(28px, 4vw, 56px) var(--s-section);
`;

// Most visitors never see one: the drawings come when they are needed, the words are shown at once.
const draw = () => import('./state-drawing.tsx');
const NotFoundDrawing = serverRendered(async () => (await draw()).NotFoundDrawing);
const FailedDrawing = serverRendered(async () => (await draw()).FailedDrawing);
const UnavailableDrawing = serverRendered(async () => (await draw()).UnavailableDrawing);

const Drawing = styled.div`
  width: 100%;
  min-height: 308px;
`;

const Help = styled.p`
  color: var(--text-2);
`;

/** The same page again, as a link: it works without script, and a full load leaves nothing broken behind. */
function LoadAgain({ children }: { children: string }) {
  const { pathname, search } = useLocation();
  return (
    <ButtonLink href={pathname + search} rel="external">
      <RetryIcon />
      {children}
    </ButtonLink>
  );
}

function BackToHome() {
  return (
    <ButtonLink href={href(paths.home)} $kind="secondary">
      Back to home
    </ButtonLink>
  );
}

/** No remote owns the path, or what it names is gone. */
export function NotFound() {
  return (
    <Page as="section">
      <State>
        <Drawing>
          <NotFoundDrawing />
        </Drawing>
        <h1>Unexpected Application Error!</h1>
        <Lead>404: there is no page at this address. The address may be mistyped, or the page may have moved.</Lead>
        <StateActions>
          <ButtonLink href={href(paths.home)}>Back to home</ButtonLink>
          <ButtonLink href={href(paths.contact)} $kind="secondary">
            Contact Us
          </ButtonLink>
        </StateActions>
      </State>
    </Page>
  );
}

/** A page failed on our side. */
export function RouteError() {
  return (
    <Page as="section">
      <State role="alert">
        <Drawing>
          <FailedDrawing />
        </Drawing>
        <h1>Unexpected Application Error!</h1>
        <Lead>Something broke on our side. Reloading the page usually fixes it.</Lead>
        <StateActions>
          <LoadAgain>Reload the page</LoadAgain>
          <BackToHome />
        </StateActions>
      </State>
    </Page>
  );
}

/** A remote is missing, broken or too slow, and only its own pages are gone; or the site cannot be reached. */
export function RemoteUnavailable() {
  const { phone, email } = useCompany();
  const isOffline = useIsOffline();
  return (
    <Page as="section">
      <State role="alert">
        {/* Without a connection the drawing would not load either. */}
        {!isOffline && (
          <Drawing>
            <UnavailableDrawing />
          </Drawing>
        )}
        <h1>This part of the site did not load</h1>
        <Lead>
          {isOffline
            ? 'You seem to be offline. Try again once you are back online.'
            : 'A thread snapped on the way to this page. The rest of the site is working.'}
        </Lead>
        <StateActions>
          <LoadAgain>Try again</LoadAgain>
          <BackToHome />
        </StateActions>
        <Help>
          Still stuck? Call <TextLink href={phone.href}>{phone.display}</TextLink> or write to{' '}
          <TextLink href={email.href}>{email.display}</TextLink>.
        </Help>
      </State>
    </Page>
  );
}
