import type { RouteObject } from 'react-router-dom';
import { paths } from 'shared/contracts/paths';

export const routes: RouteObject[] = [
  {
    id: 'careers.career',
    path: paths.career,
    lazy: async () => {
      const [{ Component }, { loader }] = await Promise.all([
        import('./features/career/career-page.tsx'),
        import('./features/career/career.loader.ts'),
      ]);
      return { Component, loader };
    },
  },
  {
    id: 'careers.role',
    path: paths.role,
    lazy: async () => {
      const [{ Component }, { loader }] = await Promise.all([
        import('./features/role/role-page.tsx'),
        import('./features/role/role.loader.ts'),
      ]);
      return { Component, loader };
    },
  },
  {
    id: 'careers.referral',
    path: paths.referral,
    lazy: async () => {
      const [{ Component }, { loader }] = await Promise.all([
        import('./features/referral/referral-page.tsx'),
        import('./features/referral/referral.loader.ts'),
      ]);
      return { Component, loader };
    },
    action: async (args) => (await import('./features/referral/referral.action.ts')).action(args),
  },
];
