/** The links of header and side menu; the footer's are in footer-links.ts, which no browser needs to load. */
import { href, paths } from '../contracts/paths.ts';

export interface NavigationLink {
  label: string;
  to: string;
  /** Other pages of the link's section, besides its own. */
  section?: readonly string[];
}

export const about: NavigationLink = { label: 'About Us', to: href(paths.about) };
export const services: NavigationLink = {
  label: 'Services',
  to: href(paths.services),
  section: [paths.getInTouch],
};
export const industries: NavigationLink = { label: 'Industries', to: `${href(paths.home)}#industries` };
export const career: NavigationLink = { label: 'Career', to: href(paths.career), section: [paths.role] };
export const blog: NavigationLink = {
  label: 'Blog',
  to: href(paths.blogs),
  section: [
    paths.posts,
    paths.post,
    paths.newPost,
    paths.simpleBlog,
    paths.write,
    paths.interview,
    paths.demoItems,
    paths.demoItem,
  ],
};
export const contact: NavigationLink = { label: 'Contact Us', to: href(paths.contact) };
export const howItWorks: NavigationLink = { label: 'How It Works', to: `${href(paths.home)}#how-it-works` };

export const headerLinks: readonly NavigationLink[] = [about, services, industries, career, blog];

/** In the side menu 'Services' opens the list of services. */
export const menuLinks: readonly NavigationLink[] = [about, services, career, industries, howItWorks, blog, contact];

const page = (url: string): string => url.toLowerCase().replace(/\/$/, '');
const area = (url: string): string | undefined => page(url).split('/')[1];

/**
 * A link's `aria-current`: `page` on the page that it leads to, `true` on the other pages of its section.
 * @param pathname where the visitor is, undefined for nowhere; its letter case does not matter, as in the router
 */
export function currentMark({ to, section }: NavigationLink, pathname?: string): 'page' | 'true' | undefined {
  if (pathname === undefined) return undefined;
  if (page(pathname) === page(to)) return 'page';
  return section?.some((pattern) => area(pattern) === area(pathname)) ? 'true' : undefined;
}
