import { href, paths } from 'shared/contracts/paths';

/** Nobody is logged in by a link: the visitor does it with the new password. */
export const AFTERWARDS = `${href(paths.login)}?notice=password-changed`;
