import type { RouteObject } from 'react-router-dom';
import { paths } from 'shared/contracts/paths';

export const routes: RouteObject[] = [
  {
    id: 'marketing.home',
    path: paths.home,
    lazy: () => import('./features/home/home-page.tsx'),
  },
  {
    id: 'marketing.contact',
    path: paths.contact,
    lazy: () => import('./features/contact/contact-page.tsx'),
  },
];
