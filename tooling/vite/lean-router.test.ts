/** What the shell's build leaves out of the React Router that is installed. */
import { build, type Plugin, type Rolldown } from 'vite';
import { beforeAll, expect, test, vi } from 'vitest';
import { leanRouter } from './lean-router.ts';

const ENTRY = 'entry';
/** What the shell's browser bundle takes of it. */
const entry: Plugin = {
  name: ENTRY,
  resolveId: (id) => (id === ENTRY ? id : undefined),
  load: (id) =>
    id === ENTRY
      ? `export { createBrowserRouter, matchRoutes, RouterProvider, ScrollRestoration } from 'react-router-dom';`
      : undefined,
};

/** @returns the bundle's text */
async function bundled(plugins: Plugin[]): Promise<string> {
  const result = (await build({
    root: import.meta.dirname,
    configFile: false,
    logLevel: 'silent',
    plugins: [entry, ...plugins],
    build: {
      write: false,
      rolldownOptions: { input: ENTRY, external: /^react(-dom)?(\/|$)/, preserveEntrySignatures: 'strict' },
    },
  })) as Rolldown.RolldownOutput;
  return result.output[0].code;
}

let whole: string;
let lean: string;
beforeAll(async () => {
  vi.stubEnv('NODE_ENV', 'production');
  whole = await bundled([]);
  lean = await bundled([leanRouter()]);
  vi.unstubAllEnvs();
});

test.each([
  ['hints for developers, whatever the build', 'will be treated as if it were'],
  ['hints that are given once', 'element provided to render during initial hydration'],
  ['hints about its window', 'option to a router update'],
  ['hooks for tracing', 'instrumented handlers'],
  ['what only Server Components need', '.digest'],
  ['what only its framework needs', 'suppressHydrationWarning'],
  ['its own page for errors', 'Unexpected Application Error!'],
  ['fetchers', 'after fetcher action'],
  ['blockers', 'Invalid blocker state'],
])('%s', (_what, words) => {
  expect(whole.includes(words), 'or this test proves nothing').toBe(true);
  expect(lean.includes(words)).toBe(false);
});

test('a router without one of the functions fails the build, which names it', async () => {
  const other: Plugin = {
    name: 'other-router',
    enforce: 'pre',
    resolveId: (id) => (id === 'react-router-dom' ? '/react-router/dist/other.mjs' : undefined),
    load: (id) =>
      id.endsWith('other.mjs')
        ? `function createRouter() {}
           export { createRouter as createBrowserRouter, createRouter as matchRoutes };
           export { createRouter as RouterProvider, createRouter as ScrollRestoration };`
        : undefined,
  };
  await expect(bundled([other, leanRouter()])).rejects.toThrow('React Router has no function abortFetcher any more');
});
