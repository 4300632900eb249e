import type { RouteObject } from 'react-router-dom';
import { paths } from 'shared/contracts/paths';
import type { RouteHandle } from 'shared/contracts/shell';

const bare: RouteHandle = { layout: 'bare' };

export const routes: RouteObject[] = [
  {
    id: 'auth.login',
    path: paths.login,
    handle: bare,
    lazy: () => import('./features/login/login-page.tsx'),
  },
];
