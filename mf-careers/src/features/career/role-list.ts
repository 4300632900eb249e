import { serverRendered } from 'shared/ui/server-rendered';

/** The six roles with their swatches. It has no behaviour, so a server-rendered page keeps it without its code. */
export const RoleList = serverRendered(async () => (await import('./role-rows.tsx')).RoleRows);
