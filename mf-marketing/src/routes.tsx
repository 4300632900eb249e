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
  {
    id: 'marketing.newsletter',
    path: paths.newsletter,
    action: async (args) => (await import('./features/newsletter/subscribe.action.ts')).action(args),
    lazy: () => import('./features/newsletter/newsletter-page.tsx'),
  },
  {
    id: 'marketing.newsletter-confirm',
    path: paths.newsletterConfirm,
    action: async (args) => (await import('./features/newsletter/confirm.action.ts')).action(args),
    lazy: () => import('./features/newsletter/confirm-page.tsx'),
  },
  {
    id: 'marketing.newsletter-unsubscribe',
    path: paths.newsletterUnsubscribe,
    action: async (args) => (await import('./features/newsletter/unsubscribe.action.ts')).action(args),
    lazy: () => import('./features/newsletter/unsubscribe-page.tsx'),
  },
];
