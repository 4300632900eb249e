import { serverRendered } from 'shared/ui/server-rendered';

const present = import.meta.env.SSR || import.meta.env.DEV ? await import('./role-rows.tsx') : undefined;

/** The six roles with their swatches. It does nothing, so a page that the server rendered keeps it without its code. */
export const RoleList = serverRendered(present?.RoleRows, async () => (await import('./role-rows.tsx')).RoleRows);
