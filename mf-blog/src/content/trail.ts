import { href, paths } from 'shared/contracts/paths';

/** The beginning of the blog pages' breadcrumbs. */
export const blogTrail = [
  { label: 'Home', to: href(paths.home) },
  { label: 'Blog', to: href(paths.blogs) },
];
