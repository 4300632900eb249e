import type { RouteObject } from 'react-router-dom';
import { paths } from 'shared/contracts/paths';
import type { RouteHandle } from 'shared/contracts/shell';

const toBeFound: RouteHandle = { find: true };
const getInTouch: RouteHandle = { find: true, search: ['service'] };
const contact: RouteHandle = { find: true, search: ['service', 'sent'] };
const testimonials: RouteHandle = { find: true, search: ['page'] };
const newsletter: RouteHandle = { search: ['sent'] };
const byMailedLink: RouteHandle = { search: ['token', 'sent'] };

export const routes: RouteObject[] = [
  {
    id: 'marketing.home',
    path: paths.home,
    handle: toBeFound,
    lazy: () => import('./features/home/home-page.tsx'),
  },
  {
    id: 'marketing.about',
    path: paths.about,
    handle: toBeFound,
    lazy: () => import('./features/about/about-page.tsx'),
  },
  {
    // Paths match in any letter case, so this is /service as well.
    id: 'marketing.services',
    path: paths.services,
    handle: toBeFound,
    lazy: () => import('./features/services/services-page.tsx'),
  },
  {
    id: 'marketing.get-in-touch',
    path: paths.getInTouch,
    handle: getInTouch,
    lazy: () => import('./features/get-in-touch/get-in-touch-page.tsx'),
  },
  {
    id: 'marketing.contact',
    path: paths.contact,
    handle: contact,
    action: async (args) => (await import('./features/contact/contact.action.ts')).action(args),
    lazy: () => import('./features/contact/contact-page.tsx'),
  },
  {
    id: 'marketing.testimonials',
    path: paths.testimonials,
    handle: testimonials,
    lazy: () => import('./features/testimonials/testimonials-page.tsx'),
  },
  {
    id: 'marketing.faq',
    path: paths.faq,
    handle: toBeFound,
    lazy: () => import('./features/faq/faq-page.tsx'),
  },
  {
    id: 'marketing.privacy',
    path: paths.privacy,
    handle: toBeFound,
    lazy: () => import('./features/legal/privacy-page.tsx'),
  },
  {
    id: 'marketing.cookies',
    path: paths.cookies,
    handle: toBeFound,
    lazy: () => import('./features/legal/cookies-page.tsx'),
  },
  {
    id: 'marketing.disclaimer',
    path: paths.disclaimer,
    handle: toBeFound,
    lazy: () => import('./features/legal/disclaimer-page.tsx'),
  },
  {
    id: 'marketing.refund',
    path: paths.refund,
    handle: toBeFound,
    lazy: () => import('./features/legal/refund-page.tsx'),
  },
  {
    id: 'marketing.terms',
    path: paths.terms,
    handle: toBeFound,
    lazy: () => import('./features/legal/terms-page.tsx'),
  },
  {
    id: 'marketing.newsletter',
    path: paths.newsletter,
    handle: newsletter,
    action: async (args) => (await import('./features/newsletter/subscribe.action.ts')).action(args),
    lazy: () => import('./features/newsletter/newsletter-page.tsx'),
  },
  {
    id: 'marketing.newsletter-confirm',
    path: paths.newsletterConfirm,
    handle: byMailedLink,
    action: async (args) => (await import('./features/newsletter/confirm.action.ts')).action(args),
    lazy: () => import('./features/newsletter/confirm-page.tsx'),
  },
  {
    id: 'marketing.newsletter-unsubscribe',
    path: paths.newsletterUnsubscribe,
    handle: byMailedLink,
    action: async (args) => (await import('./features/newsletter/unsubscribe.action.ts')).action(args),
    lazy: () => import('./features/newsletter/unsubscribe-page.tsx'),
  },
];
