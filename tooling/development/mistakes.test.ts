/** What development says of mistakes in sources, and what an edit means for open tabs, on real Vite servers. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { RouteObject } from 'react-router-dom';
import { createServer, type Plugin, type ViteDevServer } from 'vite';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { repositoryRoot } from '../workspace/root.ts';
import { failureInBrowser } from './browser-failures.ts';
import { failureOf, failureText, type BuildFailure } from './failures.ts';
import { readableLog } from './readable-log.ts';
import { followChanges } from './source-changes.ts';

const FILES = {
  'src/routes.tsx':
    "export const routes = [{ path: '/', lazy: () => [import('./page.tsx'), import('./page.loader.ts')] }];\n",
  'src/page.tsx': "import { title } from './title.ts';\nexport const Component = () => title;\n",
  'src/page.loader.ts':
    "import type { Data } from './data.ts';\n\nexport async function loader(): Promise<Data> {\n  return {};\n}\n",
  'src/title.ts': "export const title = 'Hello';\n",
  'src/data.ts': 'export interface Data {}\n',
};

/** A build step that refuses headings of the first level. */
const ofTexts: Plugin = {
  name: 'texts',
  transform(text, id) {
    if (id.endsWith('.md') && text.startsWith('# ')) this.error('headings begin with ##');
  },
};

let root: string;
let server: ViteDevServer;

beforeEach(async () => {
  const home = path.join(repositoryRoot, '.cache', 'mistakes');
  await mkdir(home, { recursive: true });
  // A checkout may be in a folder with spaces.
  root = await mkdtemp(path.join(home, 'a sample é '));
  await mkdir(path.join(root, 'src'));
  for (const [file, text] of Object.entries(FILES)) await write(file, text);
  server = await createServer({
    root,
    configFile: false,
    plugins: [ofTexts],
    appType: 'custom',
    logLevel: 'silent',
    optimizeDeps: { noDiscovery: true, include: [] },
    server: { middlewareMode: true, hmr: false, ws: false, watch: { usePolling: true, interval: 50 } },
  });
});
afterEach(async () => {
  await server.close();
  await rm(root, { recursive: true, force: true });
});

const write = (file: string, text: string) => writeFile(path.join(root, file), text);
const load = (file: string) => server.ssrLoadModule(`/${file}`) as Promise<Record<string, () => Promise<unknown>>>;

describe('a mistake is reported with its file, its line and the code there', () => {
  const failure = async (work: Promise<unknown>): Promise<string> =>
    failureText(
      await work.then(
        () => Promise.reject(new Error('nothing failed')),
        (error: unknown) => failureOf(error, [server]),
      ),
    );

  test('syntax', async () => {
    await write('src/page.tsx', 'export const Component = = 1;\n');
    const text = await failure(load('src/page.tsx'));
    expect(text).toMatch(/src\/page\.tsx:1:\d+/);
    expect(text).toContain('export const Component = = 1;');
    expect(text, 'colours are for terminals').not.toContain('\u001b');
  });

  test('an import that leads nowhere', async () => {
    await write(
      'src/page.tsx',
      "const a = 1;\nimport { none } from './none.ts';\nexport const Component = () => none + a;\n",
    );
    const text = await failure(load('src/page.tsx'));
    expect(text).toMatch(/src\/page\.tsx:2:\d+/);
    expect(text).toContain(">    2 | import { none } from './none.ts';");
  });

  test('an import of a package that is not there', async () => {
    await write('src/page.tsx', "const a = 1;\nimport none from 'no-such-package/none';\nexport default none + a;\n");
    const text = await failure(load('src/page.tsx'));
    expect(text).toMatch(/src\/page\.tsx:2:\d+/);
    expect(text).toContain(">    2 | import none from 'no-such-package/none';");
  });

  test('what a loader throws, however it is wrapped', async () => {
    await write('src/page.loader.ts', FILES['src/page.loader.ts'].replace('return {};', "throw new Error('no data');"));
    const { loader } = await load('src/page.loader.ts');
    const text = await failure(loader!().catch((cause: unknown) => Promise.reject(new Error('it failed', { cause }))));
    expect(text).toMatch(/^Error: no data\n.*src\/page\.loader\.ts:4:\d+\n/);
    expect(text).toContain(">    4 |   throw new Error('no data');");
  });

  test('what only browsers have', async () => {
    await write('src/page.tsx', 'export const Component = () => {\n  return window.innerWidth;\n};\n');
    const { Component } = await load('src/page.tsx');
    const text = await failure((async () => Component!())());
    expect(text).toMatch(/window is not defined\n.*src\/page\.tsx:2:\d+\n/);
  });

  test('leads to its file: the overlay makes a link of it that opens the editor at the line', async () => {
    const page = 'export const a = 1;\nexport const Component = = 1;\n';
    await write('src/page.tsx', page);
    const { id, loc, frame, message } = await load('src/page.tsx').then(
      () => Promise.reject(new Error('nothing failed')),
      (error: unknown) => failureOf(error, [server]),
    );
    const file = path.join(root, 'src/page.tsx');
    // Vite turns anything of this form into a link, and asks its own server to open it.
    expect(`${loc?.file ?? id}:${loc?.line}:${loc?.column}`).toMatch(/^\/.+\/src\/page\.tsx:2:\d+$/);
    expect([id, loc]).toEqual([file, expect.objectContaining({ file, line: 2 })]);
    expect(frame).toContain('>    2 | export const Component = = 1;');
    expect(message).toMatch(/^\w+: \[PARSE_ERROR\] .+$/);
  });

  test('a build step that refuses a file: the file, not the step', async () => {
    await write('src/text.md', '# Hello\n');
    const text = await failure(load('src/text.md'));
    expect(text).toBe(`Error: headings begin with ##\n${path.relative(repositoryRoot, root)}/src/text.md`);
  });

  test('what fails only in a browser, which names lines of the code that it was sent', async () => {
    const page = 'interface Data {\n  a: 1;\n}\n\nexport const Component = (_: Data) => {\n  document.nobody();\n};\n';
    await write('src/page.tsx', page);
    const dev = await createServer({ ...server.config.inlineConfig, server: { port: 0, host: '127.0.0.1' } });
    await dev.listen();
    const { port } = dev.httpServer!.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}/src/page.tsx?t=1`;
    const sent = (await (await fetch(url)).text()).split('\n');
    const line = sent.findIndex((code) => code.includes('nobody')) + 1;
    const place = `${url}:${line}:${sent[line - 1]!.indexOf('nobody') + 1}`;
    expect(line, 'types are left out').not.toBe(6);
    const elsewhere = `http://127.0.0.1:${port}/@fs/react.js:1:1`;
    const message = 'document.nobody is not a function';
    const stacks = {
      Chromium: `TypeError: ${message}\n    at Component (${place})\n    at render (${elsewhere})`,
      Firefox: `Component@${place}\nrender@${elsewhere}`,
    };
    for (const [engine, stack] of Object.entries(stacks)) {
      const told = await failureInBrowser({ message, stack }, new Map([[port, root]]));
      const text = failureText(told);
      expect(text, engine).toMatch(/^\w*Error: document\.nobody is not a function\n.*src\/page\.tsx:6:\d+\n/);
      expect(text, engine).toContain('>    6 |   document.nobody();');
      expect(told.stack, engine).toMatch(/at Component \(\/.+\/src\/page\.tsx:6:\d+\)$/);
    }
    await dev.close();
  });

  test('and of what a browser reports, the terminal has the reason', () => {
    const told = vi.spyOn(console, 'error').mockReturnValue();
    const facts = { level: 'warn', remote: 'mf-blog', error: 'no page', at: 'a.js:1:2' };
    readableLog.write(JSON.stringify({ ...facts, message: 'a browser reports a failure' }));
    expect(told.mock.calls).toEqual([['mf-blog: a browser reports a failure: no page']]);
    told.mockRestore();
  });

  test('and what is thrown without being an error', () => {
    expect(failureText(failureOf('no', [server]))).toBe('Something other than an error was thrown: no');
  });
});

describe('an edit', () => {
  let heard: (string | BuildFailure)[];

  beforeEach(async () => {
    heard = [];
    const routes = async (): Promise<RouteObject[]> => {
      const { routes } = (await server.ssrLoadModule('/src/routes.tsx')) as {
        routes: { lazy: () => Promise<unknown>[] }[];
      };
      return routes as unknown as RouteObject[];
    };
    const [route] = (await routes()) as unknown as { lazy: () => Promise<unknown>[] }[];
    await Promise.all(route!.lazy());
    followChanges(
      {
        servers: new Map([['mf-sample', server]]),
        routes,
        registry: async () => ({ schema: '', microFrontends: {} }),
        conflict: () => undefined,
      },
      { reload: () => heard.push('reload'), show: (failure) => heard.push(failure) },
    );
  });

  test('of a loader reaches open tabs', async () => {
    await write('src/page.loader.ts', FILES['src/page.loader.ts'].replace('return {};', 'return { a: 1 };'));
    await expect.poll(() => heard, { timeout: 10_000 }).toEqual(['reload']);
  });

  test('of a component, and of what it alone imports, is left to be refreshed in place', async () => {
    await write('src/title.ts', "export const title = 'Good morning';\n");
    await write('src/page.tsx', `${FILES['src/page.tsx']}// more\n`);
    await write('src/page.loader.ts', FILES['src/page.loader.ts'].replace('return {};', 'return { a: 1 };'));
    await expect.poll(() => heard, { timeout: 10_000 }).toEqual(['reload']);
    await write('src/title.ts', FILES['src/title.ts']);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(heard).toEqual(['reload']);
  });

  test('that is a mistake covers open tabs until it is fixed', async () => {
    await write('src/page.tsx', 'export const Component = = 1;\n');
    await expect
      .poll(() => heard, { timeout: 10_000 })
      .toEqual([expect.objectContaining({ id: path.join(root, 'src/page.tsx'), loc: expect.anything() })]);
    await write('src/page.tsx', FILES['src/page.tsx']);
    await expect.poll(() => heard.at(-1), { timeout: 10_000 }).toBe('reload');
  });

  test('that imports a file covers them from when it goes until it comes', async () => {
    const last = () => expect.poll(() => heard.at(-1), { timeout: 10_000 });
    const missing = { message: expect.stringMatching(/^Error: Failed to load url .*title\.ts/) };
    await rm(path.join(root, 'src/title.ts'));
    await last().toMatchObject(missing);
    await expect(load('src/page.tsx'), 'the page is not what it was before').rejects.toThrow('title.ts');
    await write('src/title.ts', FILES['src/title.ts']);
    await last().toBe('reload');
    expect(await load('src/page.tsx')).toHaveProperty('Component');

    await write('src/page.tsx', "export { name as Component } from './name.ts';\n");
    await last().toMatchObject({ message: expect.stringContaining('name.ts') });
    heard = [];
    await rm(path.join(root, 'src/title.ts'));
    await write('src/name.ts', 'export const name = () => 1;\n');
    await expect.poll(() => heard, { timeout: 10_000, message: 'what is not imported may go' }).toEqual(['reload']);
    expect(await load('src/page.tsx')).toHaveProperty('Component');
  });
});
