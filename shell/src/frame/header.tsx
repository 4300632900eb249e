import { useEffect, useState } from 'react';
import { styled } from 'styled-components';
import { href, paths } from 'shared/contracts/paths';
import { ButtonLink } from 'shared/ui/button';
import { Container } from 'shared/ui/layout';
import { Logo } from 'shared/ui/logo';
import { Account } from './account.tsx';
import { NarrowNavigation } from './narrow-navigation.tsx';
import { ThemeToggle } from './theme-toggle.tsx';
import { WideNavigation } from './wide-navigation.tsx';

/** Px of scroll above which the header becomes compact (specification, section 9). */
const COMPACT_ABOVE_PX = 100;

/**
 * The compact state uses transforms alone: the bar slides up by its surplus height, and its selvedge and its row slide
 * back to where they belong. The layout stays as it is, so nothing counts as shifted.
 */
const Bar = styled.header`
  --height: var(--header-mobile);
  --surplus: 0px;
  position: fixed;
  inset: 0 0 auto;
  z-index: var(--z-header);
  border-bottom: 1px solid transparent;
  background: var(--ground);
  translate: 0 calc(-1 * var(--surplus));
  transition: translate 240ms var(--ease), border-color var(--d-control);
  view-transition-name: header;

  &::before {
    content: '';
    display: block;
    height: var(--selvedge);
    background: var(--check) 0 / 8px 8px;
    forced-color-adjust: none;
    transition: translate 240ms var(--ease);
  }
  [data-logo] svg { transform-origin: left; transition: transform 240ms var(--ease); }

  &[data-compact] {
    --surplus: calc(var(--height) - var(--header-compact));
    border-color: var(--line);
  }
  &[data-compact]::before { translate: 0 calc(var(--surplus) - var(--selvedge) / 2); }
  &[data-compact] > div { translate: 0 calc((var(--surplus) - var(--selvedge) / 2) / 2); }

  @media (min-width: 1024px) {
    --height: var(--header);

    /* On a phone, spaced text may leave room for the mark alone. */
    [data-logo] { flex: none; }
    [data-logo] svg:first-child { height: 40px; }
    [data-logo] svg:last-child { height: 28px; }
    &[data-compact] [data-logo] svg:first-child { transform: scale(.85); }
    &[data-compact] [data-logo] svg:last-child { transform: translateX(-6px) scale(.857); }
  }
  @media (scripting: none) and (max-width: 1023.98px) { position: static; }
`;

const Row = styled(Container)`
  /* In px, since the row does not grow: letters twice as large would hide the menu's button, or the way to log in. */
  --t-small: 15px;
  display: flex;
  align-items: center;
  gap: min(16px, 40vw - 155px);
  height: calc(var(--height) - var(--selvedge));
  transition: translate 240ms var(--ease);

  @media (max-width: 420px) { gap: 4px; }
  @media (min-width: 1024px) { gap: 28px; }
  @media (scripting: none) and (max-width: 1023.98px) {
    flex-wrap: wrap;
    height: auto;
    padding-block: 8px;
  }
`;

const Actions = styled.div`
  display: flex;
  align-items: center;
  gap: 8px;
  margin-left: auto;

  @media (max-width: 420px) { gap: 2px; }
  @media (min-width: 1024px) {
    nav + & { margin-left: 0; }
  }
`;

const Contact = styled(ButtonLink)`
  flex: none;
  padding: 8px 16px;
  white-space: nowrap;

  @media (max-width: 420px) { padding-inline: 12px; }
`;

/** @param bare logo and theme toggle only */
export function Header({ bare }: { bare: boolean }) {
  const compact = useScrolledBelow(COMPACT_ABOVE_PX);
  return (
    <Bar data-compact={compact || undefined}>
      <Row>
        <Logo />
        {!bare && <WideNavigation />}
        <Actions>
          <ThemeToggle />
          {!bare && (
            <>
              <Account />
              <Contact href={href(paths.contact)} $small>
                Contact Us
              </Contact>
            </>
          )}
        </Actions>
        {!bare && <NarrowNavigation />}
      </Row>
    </Bar>
  );
}

function useScrolledBelow(threshold: number): boolean {
  const [isBelow, setIsBelow] = useState(false);
  useEffect(() => {
    const onScroll = () => setIsBelow(scrollY > threshold);
    onScroll();
    addEventListener('scroll', onScroll, { passive: true });
    return () => removeEventListener('scroll', onScroll);
  }, [threshold]);
  return isBelow;
}
