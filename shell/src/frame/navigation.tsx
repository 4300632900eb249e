import { useEffect, useId, useState } from 'react';
import { Link, NavLink, useLocation } from 'react-router-dom';
import { styled } from 'styled-components';
import { headerLinks } from 'shared/content/navigation';
import { href, paths } from 'shared/contracts/paths';
import { IconButton } from 'shared/ui/button';
import { CloseIcon, MenuIcon } from 'shared/ui/icons';

const Wide = styled.nav`
  display: none;
  margin-inline: auto;

  ul { display: flex; gap: 4px; }
  a {
    display: flex;
    align-items: center;
    min-height: var(--target);
    padding: 0 14px;
    font-size: 1rem;
    font-weight: 550;
    text-decoration: none;
  }
  a span { position: relative; padding-block: 6px; }
  a span::after {
    content: '';
    position: absolute;
    inset: auto 0 0;
    height: 4px;
    background: var(--check) 0 0 / 4px 4px;
    clip-path: inset(0 100% 0 0);
    transition: clip-path 260ms var(--ease);
  }
  a:hover span::after, a[aria-current] span::after { clip-path: inset(0); }

  @media (min-width: 1024px) { display: block; }
`;

const Narrow = styled.nav`
  flex: none;

  @media (min-width: 1024px) { display: none; }
  @media (scripting: none) {
    order: 1;
    flex-basis: 100%;
    > button { display: none; }
  }
`;

const Opener = styled(IconButton)`
  position: relative;
  margin-right: -10px;
`;

const Menu = styled.ul<{ $open: boolean }>`
  position: absolute;
  inset: 100% 0 auto;
  display: ${({ $open }) => ($open ? 'block' : 'none')};
  max-height: calc(100dvh - 100%);
  overflow: auto;
  overscroll-behavior: contain;
  padding: 4px var(--gutter) 20px;
  border-bottom: 1px solid var(--line);
  background: var(--ground);
  box-shadow: var(--sh-menu);

  li + li { border-top: 1px solid var(--line); }
  a {
    display: flex;
    align-items: center;
    min-height: 54px;
    font: 700 1.3125rem / 1.2 var(--f-display);
    letter-spacing: -.008em;
    text-decoration: none;
  }
  a:hover, a[aria-current] { color: var(--accent); }

  @media (scripting: none) {
    position: static;
    display: block;
    padding: 0 0 12px;
    border: 0;
    box-shadow: none;
  }
`;

/** The current page is marked; an entry that leads to a section of a page never is. */
function Entry({ to, label }: { to: string; label: string }) {
  const Target = to.includes('#') ? Link : NavLink;
  return (
    <Target to={to}>
      <span>{label}</span>
    </Target>
  );
}

/** The row of links on wide screens. */
export function WideNavigation() {
  return (
    <Wide aria-label="Main">
      <ul>
        {headerLinks.map((link) => (
          <li key={link.label}>
            <Entry {...link} />
          </li>
        ))}
      </ul>
    </Wide>
  );
}

/** A button that opens the same links on narrow screens. Without script they are simply there. */
export function NarrowNavigation() {
  const id = useId();
  const { key } = useLocation();
  const [openAt, setOpenAt] = useState<string>();
  const isOpen = openAt === key; // following a link closes the menu

  useEffect(() => {
    if (!isOpen) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpenAt(undefined);
      document.querySelector<HTMLElement>(`[aria-controls="${id}"]`)?.focus();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [isOpen, id]);

  return (
    <Narrow
      aria-label="Menu"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) setOpenAt(undefined);
      }}
    >
      <Opener
        type="button"
        aria-label={isOpen ? 'Close menu' : 'Open menu'}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpenAt(isOpen ? undefined : key)}
      >
        {isOpen ? <CloseIcon /> : <MenuIcon />}
      </Opener>
      <Menu id={id} $open={isOpen}>
        {[...headerLinks, { label: 'Login', to: href(paths.login) }].map((link) => (
          <li key={link.label}>
            <Entry {...link} />
          </li>
        ))}
      </Menu>
    </Narrow>
  );
}
