import type { RouteObject } from 'react-router-dom';
import { roles } from 'shared/content/roles';
import { applicationResult } from 'shared/contracts/careers';
import { lazyPage } from 'shared/contracts/lazy-page';
import { href, paths } from 'shared/contracts/paths';
import type { RouteHandle } from 'shared/contracts/shell';

const career: RouteHandle = { find: true, search: ['role', ...Object.values(applicationResult)] };
const referral: RouteHandle = { find: true, search: ['wished'] };
const everyRole: RouteHandle = {
  find: import.meta.env.SSR ? roles.map(({ slug }) => ({ path: href(paths.role, { slug }) })) : undefined,
};

export const routes: RouteObject[] = [
  {
    id: 'careers.career',
    path: paths.career,
    handle: career,
    lazy: lazyPage(
      () => import('./features/career/career-page.tsx'),
      () => import('./features/career/career.loader.ts'),
    ),
  },
  {
    id: 'careers.role',
    path: paths.role,
    handle: everyRole,
    lazy: lazyPage(
      () => import('./features/role/role-page.tsx'),
      () => import('./features/role/role.loader.ts'),
    ),
  },
  {
    id: 'careers.referral',
    path: paths.referral,
    handle: referral,
    lazy: lazyPage(
      () => import('./features/referral/referral-page.tsx'),
      () => import('./features/referral/referral.loader.ts'),
    ),
    action: async (args) => (await import('./features/referral/referral.action.ts')).action(args),
  },
];
