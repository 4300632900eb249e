/** The six roles of the career page, in its order. The texts of the roles' pages are in role-texts.ts. */
import type { RoleSlug } from '../contracts/careers.ts';

export interface Role {
  slug: RoleSlug;
  title: string;
  /** One sentence. */
  about: string;
  /** The cloth that represents it, by its name in the theme. */
  sett: 'harmattan' | 'nightferry' | 'hibiscus' | 'palmoil' | 'mangrove' | 'creek';
  terms: Terms;
  /**
   * Set while the role is open: search engines then list it as a job, open from `since` until `until` (ISO 8601 dates).
   * Without it the page stays and still takes applications, but says that the role is not open.
   */
  opening?: { since: string; until?: string };
}

/** What applicants look for first. */
interface Terms {
  /** The town of the office. */
  place: string;
  /** The country in which the work may be done from anywhere instead, if it may. */
  remoteWithin?: string;
  contract: string;
  hours: string;
  /** Range of pay before tax, where the company names one. */
  pay?: { currency: 'NGN' | 'USD'; from: number; to: number; per: 'month' | 'year' };
}

/** Terms of a role that has none of its own. */
const usual: Terms = {
  place: 'Port Harcourt',
  remoteWithin: 'Nigeria',
  contract: 'Full-time, permanent',
  hours: '40 hours a week, Monday to Friday',
};

// The company decides which roles are open, and on what terms (samples.ts).
export const roles: readonly Role[] = [
  {
    slug: 'senior-java-developer',
    title: 'Senior Java developer',
    about: 'Services and integrations for payments, health and logistics clients.',
    sett: 'mangrove',
    terms: usual,
    opening: { since: '2026-11-02' },
  },
  {
    slug: 'frontend-developer',
    title: 'Frontend developer',
    about: 'Accessible interfaces in semantic HTML, CSS and TypeScript.',
    sett: 'creek',
    terms: usual,
    opening: { since: '2026-11-02' },
  },
  {
    slug: 'backend-developer',
    title: 'Backend developer',
    about: 'APIs, queues and databases that stay quiet at night.',
    sett: 'nightferry',
    terms: usual,
    opening: { since: '2026-11-02' },
  },
  {
    slug: 'flutter-developer',
    title: 'Flutter developer',
    about: 'One codebase, two stores, sixty frames a second.',
    sett: 'palmoil',
    terms: usual,
    opening: { since: '2026-11-02' },
  },
  {
    slug: 'react-native-developer',
    title: 'React-native developer',
    about: 'Apps that share their logic with the web team next door.',
    sett: 'harmattan',
    terms: usual,
    opening: { since: '2026-11-02' },
  },
  {
    slug: 'react-developer',
    title: 'React developer',
    about: 'Design systems and front ends in React and styled-components.',
    sett: 'hibiscus',
    terms: usual,
    opening: { since: '2026-11-02' },
  },
];

/** The role that a URL names. */
export function roleOf(slug: string | undefined): Role | undefined {
  return roles.find((role) => role.slug === slug);
}

/** Where the work of a role is done, in words. */
export function placeOf({ place, remoteWithin }: Terms): string {
  return remoteWithin ? `${place}, or remote within ${remoteWithin}` : place;
}
