/**
 * `Link` and `NavLink` as releases up to contract 4 know them from React Router, loaded with such a release: elements
 * that the site follows like all its links (decision 147), and the router's own navigation where one asks for more.
 */
import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { useLocation, useNavigate, type NavigateOptions, type To } from 'react-router-dom';
import { isPlainClick } from 'shared/contracts/links';

type Wishes = Pick<NavigateOptions, 'replace' | 'state' | 'preventScrollReset'>;

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'>, Wishes {
  /** Resolved by the browser: relative to the page's path, not to its route. */
  to: To;
  reloadDocument?: boolean;
  // Without meaning here, and no attributes.
  discover?: unknown;
  prefetch?: unknown;
  relative?: unknown;
  viewTransition?: unknown;
}

export function Link(props: LinkProps) {
  const { to, replace, state, preventScrollReset, reloadDocument, onClick, children, ...others } = props;
  const { discover: _, prefetch: _p, relative: _r, viewTransition: _v, ...attributes } = others;
  const navigate = useNavigate();
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const isWished = replace !== undefined || state !== undefined || preventScrollReset !== undefined;
    if (!isWished || attributes.target || !isPlainClick(event.nativeEvent)) return;
    event.preventDefault();
    void navigate(to, {
      ...(replace !== undefined && { replace }),
      state,
      preventScrollReset: preventScrollReset ?? false,
    });
  };
  return (
    <a {...attributes} {...(reloadDocument && { rel: 'external' })} href={hrefOf(to)} onClick={follow}>
      {children}
    </a>
  );
}

interface NavLinkProps extends Omit<LinkProps, 'className' | 'children'> {
  /** Whether pages below the link's own leave it as it is. */
  end?: boolean;
  className?: string | ((place: Place) => string | undefined);
  children?: ReactNode | ((place: Place) => ReactNode);
}

interface Place {
  isActive: boolean;
  isPending: false;
  isTransitioning: false;
}

export function NavLink({ end = false, className, children, 'aria-current': mark = 'page', ...others }: NavLinkProps) {
  const here = useLocation().pathname.toLowerCase();
  const [own = ''] = hrefOf(others.to).toLowerCase().split(/[?#]/);
  const isActive = here === own || (!end && own !== '/' && here.startsWith(own.replace(/\/?$/, '/')));
  const place: Place = { isActive, isPending: false, isTransitioning: false };
  const classes =
    typeof className === 'function' ? className(place) : [className, isActive && 'active'].filter(Boolean).join(' ');
  return (
    <Link {...others} className={classes} aria-current={isActive ? mark : undefined}>
      {typeof children === 'function' ? children(place) : children}
    </Link>
  );
}

const hrefOf = (to: To): string =>
  typeof to === 'string' ? to : `${to.pathname ?? ''}${to.search ?? ''}${to.hash ?? ''}`;
