import type { RouteObject } from 'react-router-dom';
import { paths } from 'shared/contracts/paths';

export const routes: RouteObject[] = [
  {
    id: 'careers.roles',
    path: paths.career,
    lazy: () => import('./features/roles/roles-page.tsx'),
  },
];
