import { href, paths } from 'shared/contracts/paths';

/** Where the blog's pages stand, for their breadcrumbs. */
export const blogTrail = [
  { label: 'Home', to: href(paths.home) },
  { label: 'Blog', to: href(paths.blogs) },
];
