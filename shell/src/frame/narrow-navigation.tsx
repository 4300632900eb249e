import { startTransition, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { styled } from 'styled-components';
import { inTime } from 'shared/contracts/in-time';
import { Below } from 'shared/ui/below';
import { IconButton } from 'shared/ui/button';
import { MenuIcon } from 'shared/ui/icons';
import { serverRendered } from 'shared/ui/server-rendered';
import type { SideMenu } from './side-menu.tsx';

const PlainMenu = serverRendered(async () => (await import('./plain-menu.tsx')).PlainMenu);

const Narrow = styled.nav`
  flex: none;
  margin-right: -10px;

  > div {
    display: none;
    position: absolute;
    inset: 100% 0 auto;
    padding-inline: var(--gutter);
    border-bottom: 1px solid var(--line);
    background: var(--ground);
  }
  > [data-open] { display: block; }

  @media (min-width: 1024px) { display: none; }
  @media (scripting: none) {
    order: 1;
    flex-basis: 100%;
    > button { display: none; }
    > div { position: static; display: block; padding: 0; border: 0; }
  }
`;

const load = () => import('./side-menu.tsx');

/**
 * A button that opens the side menu, which is loaded when a visitor turns to it. If its script does not arrive in time,
 * or scripts are off, plain links take its place.
 */
export function NarrowNavigation() {
  const { key } = useLocation();
  const [openAt, setOpenAt] = useState<string>();
  const [menu, setMenu] = useState<{ Side: typeof SideMenu } | 'failed'>();
  const opener = useRef<HTMLButtonElement>(null);
  const isOpen = openAt === key;
  // Following a link, or going back, closes the menu for good.
  if (openAt !== undefined && !isOpen) setOpenAt(undefined);

  const warm = () => void load().catch(() => {});
  const toggle = () => {
    opener.current?.focus(); // not every browser focuses a pressed button, to which the dialog gives the focus back
    setOpenAt(isOpen ? undefined : key);
    void inTime(load())
      .catch(() => undefined)
      .then((loaded) => {
        if (!loaded) return setMenu('failed');
        // In slices, so that the page stays responsive.
        startTransition(() => setMenu({ Side: loaded.SideMenu }));
      });
  };

  return (
    <Narrow aria-label="Menu">
      <IconButton
        ref={opener}
        type="button"
        aria-label="Open menu"
        aria-expanded={isOpen}
        aria-haspopup={menu === 'failed' ? undefined : 'dialog'}
        onPointerEnter={warm}
        onFocus={warm}
        onClick={toggle}
      >
        <MenuIcon />
      </IconButton>
      <div data-open={(menu === 'failed' && isOpen) || undefined}>
        <Below>
          <PlainMenu />
        </Below>
      </div>
      {typeof menu === 'object' && <menu.Side open={isOpen} onClose={() => setOpenAt(undefined)} />}
    </Narrow>
  );
}
