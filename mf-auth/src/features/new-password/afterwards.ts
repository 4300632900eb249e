import { href, paths } from 'shared/contracts/paths';

/** The link itself logs nobody in; the visitor does that with the new password. */
export const AFTERWARDS = `${href(paths.login)}?notice=password-changed`;
