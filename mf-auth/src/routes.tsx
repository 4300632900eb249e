import type { RouteObject } from 'react-router-dom';
import { lazyPage } from 'shared/contracts/lazy-page';
import { paths } from 'shared/contracts/paths';
import type { RouteHandle } from 'shared/contracts/shell';

const bareSecret: RouteHandle = { layout: 'bare', isSecret: true };
const bareHeader: RouteHandle = { layout: 'bare-header', search: ['error'] };
const bareHeaderSecret: RouteHandle = { layout: 'bare-header', isSecret: true };
const forMembers: RouteHandle = { session: 'required' };

export const routes: RouteObject[] = [
  {
    id: 'auth.login',
    path: paths.login,
    handle: bareSecret,
    lazy: () => import('./features/login/login-page.tsx'),
    action: async (args) => (await import('./features/login/login.action.ts')).action(args),
  },
  {
    id: 'auth.register',
    path: paths.register,
    handle: bareSecret,
    lazy: () => import('./features/register/register-page.tsx'),
    action: async (args) => (await import('./features/register/register.action.ts')).action(args),
  },
  {
    id: 'auth.confirm-address',
    path: paths.confirmAddress,
    handle: bareSecret,
    lazy: () => import('./features/confirm-address/confirm-address-page.tsx'),
    action: async (args) => (await import('./features/confirm-address/confirm-address.action.ts')).action(args),
  },
  {
    id: 'auth.forgotten-password',
    path: paths.forgotPassword,
    handle: bareHeader,
    lazy: () => import('./features/forgotten-password/forgotten-password-page.tsx'),
    action: async (args) => (await import('./features/forgotten-password/forgotten-password.action.ts')).action(args),
  },
  {
    id: 'auth.new-password',
    path: paths.updatePassword,
    handle: bareHeaderSecret,
    lazy: () => import('./features/new-password/new-password-page.tsx'),
    action: async (args) => (await import('./features/new-password/new-password.action.ts')).action(args),
  },
  {
    id: 'auth.account',
    path: paths.account,
    handle: forMembers,
    lazy: lazyPage(
      () => import('./features/account/account-page.tsx'),
      () => import('./features/account/account.loader.ts'),
    ),
    action: async (args) => (await import('./features/account/account.action.ts')).action(args),
  },
];
