import type { RouteObject } from 'react-router-dom';
import { paths } from 'shared/contracts/paths';
import type { RouteHandle } from 'shared/contracts/shell';
import { handedOn } from './form/brought.ts';
import { loader as signInMethodsLoader } from './components/sign-in-methods.loader.ts';
import { loader as accountLoader } from './features/account/account.loader.ts';
import { loader as confirmEmailLoader } from './features/confirm-email/confirm-email.loader.ts';
import { loader as newPasswordLoader } from './features/new-password/new-password.loader.ts';

/** How each page appears in the frame, whether passwords are typed there, and who it is for. */
const handles = {
  login: { layout: 'bare', isSecret: true },
  register: { layout: 'bare', isSecret: true },
  confirmEmail: { layout: 'bare', isSecret: true },
  forgottenPassword: { layout: 'bare-header', search: ['error', 'sent', ...handedOn] },
  newPassword: { layout: 'bare-header', isSecret: true },
  account: { session: 'required' },
} as const satisfies Record<string, RouteHandle>;

export const routes: RouteObject[] = [
  {
    id: 'auth.login',
    path: paths.login,
    handle: handles.login,
    loader: signInMethodsLoader,
    lazy: () => import('./features/login/login-page.tsx'),
    action: async (args) => (await import('./features/login/login.action.ts')).action(args),
  },
  {
    id: 'auth.register',
    path: paths.register,
    handle: handles.register,
    loader: signInMethodsLoader,
    lazy: () => import('./features/register/register-page.tsx'),
    action: async (args) => (await import('./features/register/register.action.ts')).action(args),
  },
  {
    id: 'auth.confirm-email',
    path: paths.confirmEmail,
    handle: handles.confirmEmail,
    loader: confirmEmailLoader,
    lazy: () => import('./features/confirm-email/confirm-email-page.tsx'),
    action: async (args) => (await import('./features/confirm-email/confirm-email.action.ts')).action(args),
  },
  {
    id: 'auth.forgotten-password',
    path: paths.forgotPassword,
    handle: handles.forgottenPassword,
    lazy: () => import('./features/forgotten-password/forgotten-password-page.tsx'),
    action: async (args) => (await import('./features/forgotten-password/forgotten-password.action.ts')).action(args),
  },
  {
    id: 'auth.new-password',
    path: paths.updatePassword,
    handle: handles.newPassword,
    loader: newPasswordLoader,
    lazy: () => import('./features/new-password/new-password-page.tsx'),
    action: async (args) => (await import('./features/new-password/new-password.action.ts')).action(args),
  },
  {
    id: 'auth.account',
    path: paths.account,
    handle: handles.account,
    loader: accountLoader,
    lazy: () => import('./features/account/account-page.tsx'),
    action: async (args) => (await import('./features/account/account.action.ts')).action(args),
  },
];
