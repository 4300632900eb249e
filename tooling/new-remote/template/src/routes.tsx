import type { RouteObject } from 'react-router-dom';
import { lazyPage } from 'shared/contracts/lazy-page';
import { paths } from 'shared/contracts/paths';
import type { RouteHandle } from 'shared/contracts/shell';

const start: RouteHandle = { find: true, search: ['sent'] };

export const routes: RouteObject[] = [
  {
    id: 'template.start',
    path: paths.newsletter,
    handle: start,
    lazy: lazyPage(
      () => import('./features/start/start-page.tsx'),
      () => import('./features/start/start.loader.ts'),
    ),
    action: async (args) => (await import('./features/start/start.action.ts')).action(args),
  },
];
