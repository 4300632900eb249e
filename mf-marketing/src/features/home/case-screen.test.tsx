import path from 'node:path';
import { renderToStaticMarkup } from 'react-dom/server';
import { build, type Rolldown } from 'vite';
import { afterEach, expect, test, vi } from 'vitest';
import { colours, threads } from 'shared/theme/tokens';
import { cases } from '../../content/cases.ts';
import { CaseScreen } from './case-screen.tsx';
import first from './first-screens.svg?raw';
import more from './more-screens.svg?raw';

afterEach(() => vi.unstubAllEnvs());

const idsIn = (markup: string) => [...markup.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);

test('one file has the screens of the cards, the other what a preview adds', () => {
  expect(idsIn(first)).toEqual(cases.map(({ views }) => views[0].id));
  expect(idsIn(more)).toEqual(cases.flatMap(({ views }) => views.slice(1).map(({ id }) => id)));
});

test('development draws one screen whole, without its file', () => {
  for (const one of cases) {
    for (const { id } of one.views) {
      const markup = renderToStaticMarkup(<CaseScreen of={one} screen={id} />);
      expect(idsIn(markup)).toEqual([id]);
      expect(markup.match(/<g\b/g)?.length).toBe(markup.match(/<\/g>/g)?.length);
    }
  }
});

test('drawings have the colours of the theme only, and name nothing beside themselves', () => {
  const known = [...Object.keys(colours.light), ...Object.keys(threads.light).map((thread) => `th-${thread}`)];
  for (const [, , paint] of (first + more).matchAll(/ (fill|stroke)="([^"]+)"/g)) {
    const [, variable] = /^var\(--([\w-]+)\)$/.exec(paint!) ?? [];
    expect(paint === 'none' || known.includes(variable!), paint).toBe(true);
  }
  // Once <use> has taken a part of a file, not every browser finds what that part refers to.
  expect(first + more).not.toMatch(/url\(|<use|href|style/);
});

test.each([false, true])(
  'what is built names the files, and has no drawing in its scripts (server: %s)',
  async (ssr) => {
    vi.stubEnv('NODE_ENV', 'production');
    const built = (await build({
      root: import.meta.dirname,
      base: '/remotes/x/',
      mode: 'production',
      configFile: false,
      logLevel: 'silent',
      build: {
        write: false,
        ssr,
        rolldownOptions: {
          input: path.join(import.meta.dirname, 'case-screen.tsx'),
          external: /^react/,
          preserveEntrySignatures: 'strict',
        },
      },
    })) as Rolldown.RolldownOutput;
    const script = built.output.flatMap((file) => (file.type === 'chunk' ? [file.code] : [])).join('');
    for (const name of ['first-screens', 'more-screens']) {
      const [url] = new RegExp(`/remotes/x/assets/${name}-[\\w-]{8}\\.svg`).exec(script) ?? [];
      expect(url, name).toBeDefined();
      // The browser's build emits the files that both builds name.
      const files = built.output.map(({ fileName }) => `/remotes/x/${fileName}`);
      if (!ssr) expect(files).toContain(url);
    }
    expect(script).not.toMatch(/Creek tote|Three fields|<g /);
    expect(script.length).toBeLessThan(1_500);
  },
);
