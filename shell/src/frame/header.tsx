import { useEffect, useState } from 'react';
import { styled } from 'styled-components';
import { href, paths } from 'shared/contracts/paths';
import { ButtonLink } from 'shared/ui/button';
import { Container } from 'shared/ui/layout';
import { Logo } from 'shared/ui/logo';
import { NarrowNavigation, WideNavigation } from './navigation.tsx';
import { ThemeToggle } from './theme-toggle.tsx';

/** Px of scroll above which the header becomes compact (specification, section 9). */
const COMPACT_ABOVE = 100;

const Bar = styled.header<{ $compact: boolean }>`
  position: fixed;
  inset: 0 0 auto;
  z-index: var(--z-header);
  border-bottom: 1px solid ${({ $compact }) => ($compact ? 'var(--line)' : 'transparent')};
  background: var(--ground);
  transition: border-color var(--d-control);

  &::before {
    content: '';
    display: block;
    height: ${({ $compact }) => ($compact ? '4px' : 'var(--selvedge)')};
    background: var(--check) 0 0 / 8px 8px;
    forced-color-adjust: none;
    transition: height 240ms var(--ease);
  }

  @media (min-width: 1024px) {
    [data-logo] svg:first-child { height: ${({ $compact }) => ($compact ? '34px' : '40px')}; }
    [data-logo] svg:last-child { height: ${({ $compact }) => ($compact ? '24px' : '28px')}; }
  }
  @media (scripting: none) and (max-width: 1023.98px) { position: static; }
`;

const Row = styled(Container)<{ $compact: boolean }>`
  display: flex;
  align-items: center;
  gap: 16px;
  height: ${({ $compact }) => ($compact ? '56px' : 'calc(var(--header-mobile) - var(--selvedge))')};
  transition: height 240ms var(--ease);

  @media (max-width: 420px) { gap: 4px; }
  @media (min-width: 1024px) {
    gap: 28px;
    height: ${({ $compact }) => ($compact ? '56px' : 'calc(var(--header) - var(--selvedge))')};
  }
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

const Login = styled(ButtonLink)`
  padding: 8px 16px;

  @media (max-width: 1023.98px) { display: none; }
`;

const Contact = styled(ButtonLink)`
  padding: 8px 16px;
  white-space: nowrap;

  @media (max-width: 420px) { padding-inline: 12px; }
`;

/** @param bare logo and theme toggle only */
export function Header({ bare }: { bare: boolean }) {
  const compact = useScrolledBelow(COMPACT_ABOVE);
  return (
    <Bar $compact={compact}>
      <Row $compact={compact}>
        <Logo />
        {!bare && <WideNavigation />}
        <Actions>
          <ThemeToggle />
          {!bare && (
            <>
              <Login to={href(paths.login)} $kind="secondary" $small>
                Login
              </Login>
              <Contact to={href(paths.contact)} $small>
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
