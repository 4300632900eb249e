import type { RouteObject } from 'react-router-dom';
import { paths } from 'shared/contracts/paths';

export const routes: RouteObject[] = [
  {
    id: 'careers.career',
    path: paths.career,
    lazy: () => import('./features/career/career-page.tsx'),
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
];
