/**
 * What `e2e/development.spec.ts` changes in sources. It runs by itself, so a test beside this file, which `npm test`
 * runs, tells who changes such a source that its text has to change here as well.
 */

export interface Edit {
  /** From the repository's root. */
  file: string;
  /** The present text. */
  from: string;
  /** What takes the place of the first of them. */
  to: string;
}

const LOGIN = 'mf-auth/src/features/login/login-page.tsx';
const CAREER = 'mf-careers/src/features/career/career-page.tsx';
const CAREER_LOADER = 'mf-careers/src/features/career/career.loader.ts';
const CAREERS_ROUTES = 'mf-careers/src/routes.tsx';

const COMPONENT = 'export function Component() {';
const STYLED = "from 'styled-components';";

export const edits = {
  loginHeading: { file: LOGIN, from: 'heading="Log In"', to: 'heading="Log In, changed"' },
  skipLink: { file: 'shell/src/frame/frame.tsx', from: 'Skip to content', to: 'Skip to what matters' },
  newExport: { file: LOGIN, from: COMPONENT, to: `export const limit = 3;\n${COMPONENT}` },
  noPosts: {
    file: 'mf-blog/src/features/posts/posts.loader.ts',
    from: 'listQuery(searchParams)',
    to: "listQuery(new URLSearchParams({ q: 'in no post' }))",
  },
  newFile: {
    file: CAREER,
    from: STYLED,
    to: `${STYLED}\nimport { value } from 'shared/content/new-file';\nvoid value;`,
  },
  email: { file: 'shared/content/company.ts', from: 'hello@', to: 'moved@' },
  brokenServer: { file: 'shell/server/pages.ts', from: 'export ', to: 'export export ' },
  brokenLoader: { file: CAREER_LOADER, from: 'export async function loader(', to: 'export async function loader((' },
  browserOnly: {
    file: CAREER,
    from: COMPONENT,
    to: `${COMPONENT}\n  if (!import.meta.env.SSR) throw new Error('no browser');`,
  },
  pathOfAnother: { file: CAREERS_ROUTES, from: 'path: paths.referral', to: "path: '/faq'" },
  careerHeading: { file: CAREER, from: '<h1>Career</h1>', to: '<h1>From here</h1>' },
} satisfies Record<string, Edit>;

/** Mistakes that a developer makes, with what is shown in the page's place. */
export const mistakes: (Edit & { what: string; says: RegExp })[] = [
  {
    what: 'syntax',
    file: CAREER,
    from: COMPONENT,
    to: 'export function Component( {',
    says: /career-page\.tsx:\d+/,
  },
  {
    what: 'an import',
    file: CAREER,
    from: STYLED,
    to: `${STYLED}\nimport { none } from './none.ts';\nvoid none;`,
    says: /\.\/none\.ts[\s\S]*career-page\.tsx/,
  },
  {
    what: 'a name that its file does not export',
    file: CAREER,
    from: '{ Below }',
    to: '{ Beneath as Below }',
    says: /Element type is invalid[\s\S]*career-page\.tsx:\d+/,
  },
  {
    what: 'a loader',
    file: CAREER_LOADER,
    from: 'if (import.meta.env.SSR)',
    to: "if (import.meta.env.SSR) throw new Error('no data');\n  if (import.meta.env.SSR)",
    says: /no data[\s\S]*career\.loader\.ts:(\d+):[\s\S]*> +\1 \|.*throw new Error\('no data'\)/,
  },
  {
    what: 'rendering',
    file: CAREER,
    from: COMPONENT,
    to: `${COMPONENT}\n  if (import.meta.env.SSR) throw new Error('no page');`,
    says: /no page[\s\S]*career-page\.tsx:\d+/,
  },
  {
    what: 'window on the server',
    file: CAREER,
    from: COMPONENT,
    to: `${COMPONENT}\n  window.scrollTo(0, 0);`,
    says: /window is not defined[\s\S]*career-page\.tsx:\d+/,
  },
  {
    what: 'a route table',
    file: CAREERS_ROUTES,
    from: 'export const routes: RouteObject[] = [',
    to: "throw new Error('no routes');\nexport const routes: RouteObject[] = [",
    says: /no routes[\s\S]*routes\.tsx:\d+/,
  },
];
