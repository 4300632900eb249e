import { serverRendered } from 'shared/ui/server-rendered';

/** The six roles with their swatches. It does nothing, so a page that the server rendered keeps it without its code. */
export const RoleList = serverRendered(async () => (await import('./role-rows.tsx')).RoleRows);
