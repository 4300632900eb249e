import { href, paths } from 'shared/contracts/paths';

/** `?notice=` of the register page, when a registration was sent without script. */
export const MAIL_SENT = 'mail-sent';

/** A page of its own: its answer sets the cookie that identifies the browser, and reloading it sends nothing. */
export const AFTERWARDS = `${href(paths.register)}?notice=${MAIL_SENT}`;
