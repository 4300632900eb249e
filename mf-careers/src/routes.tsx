import type { RouteObject } from 'react-router-dom';
import { roles } from 'shared/content/roles';
import { applicationResult } from 'shared/contracts/careers';
import { href, paths } from 'shared/contracts/paths';
import type { RouteHandle } from 'shared/contracts/shell';
import { loader as careerLoader } from './features/career/career.loader.ts';
import { loader as referralLoader } from './features/referral/referral.loader.ts';
import { loader as roleLoader } from './features/role/role.loader.ts';

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
    loader: careerLoader,
    lazy: () => import('./features/career/career-page.tsx'),
  },
  {
    id: 'careers.role',
    path: paths.role,
    handle: everyRole,
    loader: roleLoader,
    lazy: () => import('./features/role/role-page.tsx'),
  },
  {
    id: 'careers.referral',
    path: paths.referral,
    handle: referral,
    loader: referralLoader,
    lazy: () => import('./features/referral/referral-page.tsx'),
    action: async (args) => (await import('./features/referral/referral.action.ts')).action(args),
  },
];
