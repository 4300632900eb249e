/** The menu of narrow screens: a modal dialog, so the browser handles focus, Escape and the page behind it. */
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { currentMark, menuLinks, type NavigationLink } from 'shared/content/navigation';
import { serviceHref, services, type Service } from 'shared/content/services';
import { behindNextFrame } from 'shared/contracts/after-next-frame';
import { href, loginFor, paths } from 'shared/contracts/paths';
import { useSession } from 'shared/contracts/shell';
import { ButtonLink, IconButton } from 'shared/ui/button';
import { ChevronIcon, CloseIcon } from 'shared/ui/icons';
import { Logo } from 'shared/ui/logo';
import { usePagePath } from './page-path.ts';
import { useReturnUrl } from './return-url.ts';
import { SignedIn } from './signed-in.tsx';
import { SocialLinks } from './social-links.tsx';
import { ThemeToggle } from './theme-toggle.tsx';

/** From this width on the header has room for the links. */
const WIDE = '(min-width: 1024px)';

const Drawer = styled.dialog`
  position: fixed;
  inset: 0 0 0 auto;
  width: min(400px, 100% - 44px);
  max-width: none;
  height: auto;
  max-height: none;
  padding: 0;
  border: 0;
  overflow: auto;
  overscroll-behavior: contain;
  /* Below its top, which stays. */
  scroll-padding-top: 84px;
  background: var(--ground);
  color: var(--text);
  translate: 100%;
  transition: translate 260ms var(--ease), overlay 260ms allow-discrete, display 260ms allow-discrete;

  &[open] {
    translate: none;
    @starting-style { translate: 100%; }
  }
  &::backdrop {
    background: var(--scrim);
    opacity: 0;
    transition: opacity 260ms, overlay 260ms allow-discrete, display 260ms allow-discrete;
  }
  &[open]::backdrop {
    opacity: 1;
    @starting-style { opacity: 0; }
  }

  @media (prefers-reduced-motion: reduce) {
    &::backdrop { transition: none; }
  }
`;

const Column = styled.div`
  display: flex;
  flex-direction: column;
  min-height: 100%;

  &::before {
    content: '';
    position: sticky;
    top: 0;
    z-index: 2;
    flex: none;
    height: var(--selvedge);
    background: var(--check) 0 0 / 8px 8px;
    forced-color-adjust: none;
  }
`;

const Top = styled.div`
  position: sticky;
  top: 0;
  z-index: 1;
  display: flex;
  align-items: center;
  justify-content: space-between;
  padding: 12px 12px 12px 24px;
  background: var(--ground);
`;

const Account = styled.div`
  display: grid;
  grid-template-columns: 1fr 1fr;
  gap: 10px;
  padding: 4px 24px 16px;
`;

const Member = styled.div`
  padding: 4px 24px 16px;
`;

const List = styled.ul`
  padding-inline: 24px;

  > li { border-top: 1px solid var(--line); }
  > li:last-child { border-bottom: 1px solid var(--line); }
  > li > a, > li > button {
    display: flex;
    align-items: center;
    justify-content: space-between;
    width: 100%;
    min-height: 54px;
    padding: 0;
    border: 0;
    background: none;
    font: 700 1.3125rem / 1.2 var(--f-display);
    letter-spacing: -.008em;
    text-align: left;
    text-decoration: none;
    cursor: pointer;
  }
  > li > :hover, a[aria-current] { color: var(--accent); }
  svg { transition: rotate 240ms var(--ease); }
  [aria-expanded='true'] svg { rotate: 180deg; }
`;

const Services = styled.ul`
  padding-bottom: 14px;

  a {
    display: flex;
    align-items: center;
    gap: 12px;
    min-height: var(--target);
    color: var(--text-2);
    font-weight: 500;
    font-size: 1rem;
    line-height: 1.3;
    text-decoration: none;
  }
  a:hover { color: var(--accent); }
  a::before {
    content: '';
    width: 8px;
    height: 8px;
    background: var(--check);
    forced-color-adjust: none;
  }
`;

const Foot = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 4px;
  margin-top: auto;
  padding: 20px 24px 28px;

  button { border-color: var(--line-strong); }
`;

/** The order in which the specification lists them here. */
const order: readonly Service['slug'][] = ['web', 'mobile', 'ui-ux', 'graphic', 'frontend', 'backend'];
const listed = order.map((slug) => services.find((service) => service.slug === slug) as Service);

function Entry({ link }: { link: NavigationLink }) {
  const path = usePagePath();
  return (
    <a href={link.to} aria-current={currentMark(link, path)}>
      {link.label}
    </a>
  );
}

function ServicesEntry({ label }: { label: string }) {
  const id = useId();
  const [expanded, setExpanded] = useState(false);
  return (
    <>
      <button type="button" aria-expanded={expanded} aria-controls={id} onClick={() => setExpanded(!expanded)}>
        {label}
        <ChevronIcon />
      </button>
      <Services id={id} hidden={!expanded}>
        {listed.map((service) => (
          <li key={service.slug}>
            <a href={serviceHref(service)}>{service.menuLabel}</a>
          </li>
        ))}
      </Services>
    </>
  );
}

/**
 * The browser gives the focus back to the button that opened the dialog. In a window that is wide by now there is none:
 * the links in its place get the focus.
 */
function close(dialog: HTMLDialogElement): void {
  const hadFocus = dialog.contains(document.activeElement);
  dialog.close();
  if (hadFocus && matchMedia(WIDE).matches) document.querySelector<HTMLElement>('header nav a')?.focus();
}

/** @param onClose called when the visitor wants it closed, or has closed it with Escape */
export function SideMenu({ open, onClose }: { open: boolean; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const closer = useRef<HTMLButtonElement>(null);
  const isAnonymous = useSession().status === 'anonymous';
  const returnUrl = useReturnUrl();

  useLayoutEffect(() => {
    if (!open) return close(dialog.current!);
    // Opens after the frame that answers the press, as it closes: the page becomes inert, so the browser computes every
    // element's style again.
    let isOpening = true;
    behindNextFrame(() => {
      if (!isOpening) return;
      dialog.current!.showModal();
      closer.current!.focus();
    });
    return () => void (isOpening = false);
  }, [open]);

  useEffect(() => {
    if (!open) return;
    const wide = matchMedia(WIDE);
    // Wide by now, as while the script came: nobody sees the menu there, and the page behind it would stay inert.
    if (wide.matches) onClose();
    wide.addEventListener('change', onClose);
    return () => wide.removeEventListener('change', onClose);
  }, [open, onClose]);

  const closeNext = () => behindNextFrame(onClose);

  return (
    <Drawer
      ref={dialog}
      aria-label="Menu"
      onClose={() => open && onClose()}
      onClick={(event) => {
        // The column fills the drawer, so a click on the dialog itself hit its backdrop. Links that navigate have
        // prevented the default by now.
        if (event.target === dialog.current || event.defaultPrevented) closeNext();
      }}
    >
      <Column>
        <Top>
          <Logo />
          <IconButton ref={closer} type="button" aria-label="Close menu" onClick={closeNext}>
            <CloseIcon />
          </IconButton>
        </Top>
        {isAnonymous ? (
          <Account>
            <ButtonLink href={loginFor(returnUrl)} $kind="secondary" $small>
              Sign In
            </ButtonLink>
            <ButtonLink href={href(paths.register)} $small>
              Register
            </ButtonLink>
          </Account>
        ) : (
          <Member>
            <SignedIn />
          </Member>
        )}
        <nav aria-label="Main">
          <List>
            {menuLinks.map((link) => (
              <li key={link.label}>
                {link.to === href(paths.services) ? <ServicesEntry label={link.label} /> : <Entry link={link} />}
              </li>
            ))}
          </List>
        </nav>
        <Foot>
          <SocialLinks />
          <ThemeToggle />
        </Foot>
      </Column>
    </Drawer>
  );
}
