import { href, paths } from 'shared/contracts/paths';

/** `?notice=` of the register page, when a registration was sent without script. */
export const MAIL_SENT = 'mail-sent';

/** As a page of its own: the browser gets the cookie with it by which it is known, and loading it again sends nothing. */
export const AFTERWARDS = `${href(paths.register)}?notice=${MAIL_SENT}`;
