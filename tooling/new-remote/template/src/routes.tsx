import type { RouteObject } from 'react-router-dom';
import { paths } from 'shared/contracts/paths';
import type { RouteHandle } from 'shared/contracts/shell';
import { loader as startLoader } from './features/start/start.loader.ts';

const start: RouteHandle = { find: true, search: ['sent'] };

export const routes: RouteObject[] = [
  {
    id: 'template.start',
    path: paths.newsletter,
    handle: start,
    loader: startLoader,
    lazy: () => import('./features/start/start-page.tsx'),
    action: async (args) => (await import('./features/start/start.action.ts')).action(args),
  },
];
