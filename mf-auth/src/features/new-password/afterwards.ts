import { href, paths } from 'shared/contracts/paths';

/** A link logs nobody in: the visitor does, with the new password. */
export const AFTERWARDS = `${href(paths.login)}?notice=password-changed`;
