/** What the build of a remote refuses and records. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { groupsAreThere } from './chunk-groups.ts';
import { compiledAhead } from './compiled-ahead.ts';
import { presentOnServer } from './present-on-server.ts';
import { routeModules } from './route-modules.ts';
import { serverActions } from './server-actions.ts';
import { sharedImports } from './shared-imports.ts';
import { sharedModuleNames } from './share.ts';
import { styledComponents } from './styled-components.ts';

let root: string;

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'remote-'));
});
afterEach(() => rm(root, { recursive: true }));

/** Builds `src/routes.tsx` with the given text, beside a page. @returns reads a file of the result */
async function buildRoutes(
  routes: string,
  inOneChunk?: RegExp,
  grouped: string[] = [],
): Promise<(file: string) => Promise<unknown>> {
  await mkdir(path.join(root, 'src'));
  await writeFile(path.join(root, 'src/routes.tsx'), routes);
  for (const page of ['page', 'other'])
    await writeFile(path.join(root, `src/${page}.tsx`), `export const Component = () => '${page}';`);
  const groups = inOneChunk ? [{ name: 'pages', test: inOneChunk }] : [];
  await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [routeModules(), sharedImports(), groupsAreThere([{ name: 'some', modules: grouped }])],
    build: {
      rolldownOptions: {
        input: path.join(root, 'src/routes.tsx'),
        external: sharedModuleNames,
        preserveEntrySignatures: 'strict',
        output: { codeSplitting: { groups } },
      },
    },
  });
  return async (file) => JSON.parse(await readFile(path.join(root, 'dist', file), 'utf8')) as unknown;
}

test('a group of chunks that names what no page imports fails the build', async () => {
  const routes = "import './page.tsx';";
  await buildRoutes(routes, undefined, ['src/page']);
  await rm(path.join(root, 'src'), { recursive: true });
  await expect(buildRoutes(routes, undefined, ['src/page', 'src/other'])).rejects.toThrow(
    /The chunk group 'some' names src\/other, which no page imports/,
  );
});

describe('shared imports', () => {
  test('are recorded by module', async () => {
    const read = await buildRoutes(
      "import { Outlet, useParams } from 'react-router-dom';\nexport { useState } from 'react';\nconsole.log(Outlet, useParams);",
    );
    expect(await read('shared-exports.json')).toEqual({
      react: ['useState'],
      'react-router-dom': ['Outlet', 'useParams'],
    });
  });

  test.each([
    [
      "import { Await } from 'react-router-dom';\nconsole.log(Await);",
      /imports "Await" from "react-router-dom", which the shell does not provide/,
    ],
    ["import * as router from 'react-router-dom';\nconsole.log(router);", /imports "\*" from "react-router-dom"/],
    ["import styled from 'styled-components';\nconsole.log(styled);", /imports "default" from "styled-components"/],
    ["export { StyleSheetManager } from 'styled-components';", /imports "StyleSheetManager"/],
    ["export * from 'styled-components';", /imports "\*" from "styled-components"/],
  ])('outside the allow-list fail the build: %s', async (source, reason) => {
    await expect(buildRoutes(source)).rejects.toThrow(reason);
  });
});

describe('actions', () => {
  const action = "action: async (args) => (await import('./sent.action.ts')).action(args)";
  const method = "async action(args) { return (await import('./sent.action.ts')).action(args, { action: 'b' }); }";
  const routes = `export const routes = [{ path: '/a', ${action}, id: 'a' }, { ${method} }];`;

  /** @returns all that is built, as one text */
  async function built(text: string, ssr = false): Promise<string> {
    await mkdir(path.join(root, 'src'));
    await writeFile(path.join(root, 'src/routes.tsx'), text);
    await writeFile(path.join(root, 'src/sent.action.ts'), "export const action = () => 'taken on the server';");
    const input = path.join(root, 'src/routes.tsx');
    const { output } = (await build({
      root,
      configFile: false,
      logLevel: 'silent',
      plugins: [serverActions()],
      build: { write: false, ssr, rolldownOptions: { input, preserveEntrySignatures: 'strict' } },
    })) as Rolldown.RolldownOutput;
    return output.map((file) => (file.type === 'chunk' ? file.code : '')).join('\n');
  }

  test("are in the server's build alone, with what they import", async () => {
    const inBrowsers = await built(routes);
    expect(inBrowsers).toMatch(/path:`\/a`[\s\S]*id:`a`/);
    expect(inBrowsers).not.toMatch(/import\(|taken on the server/);
    await rm(path.join(root, 'src'), { recursive: true });
    expect(await built(routes, true)).toContain('taken on the server');
  });

  test('that something else imports fail the build', async () => {
    await expect(built("export { action } from './sent.action.ts';")).rejects.toThrow(
      /routes\.tsx imports \.\/sent\.action\.ts, but actions run on the server/,
    );
  });
});

describe('what the server renders and browsers do not hydrate', () => {
  /** Builds a component of `serverRendered`. @returns the module's text */
  async function built({ ssr = false, mode = 'production' }: { ssr?: boolean; mode?: string }): Promise<string> {
    await mkdir(path.join(root, 'src'));
    await writeFile(path.join(root, 'src/drawing.tsx'), 'export const Drawing = () => <p>drawn</p>;');
    const source =
      "import { serverRendered } from 'kept';\nexport const Drawing = serverRendered(async () => (await import('./drawing.tsx')).Drawing);";
    await writeFile(path.join(root, 'src/part.tsx'), source);
    const nodeEnv = process.env.NODE_ENV;
    process.env.NODE_ENV = mode;
    await build({
      root,
      configFile: false,
      logLevel: 'silent',
      mode,
      plugins: [presentOnServer()],
      build: {
        minify: false,
        modulePreload: false,
        target: 'es2022',
        ssr: ssr && 'src/part.tsx',
        rolldownOptions: {
          input: path.join(root, 'src/part.tsx'),
          external: ['kept', 'react/jsx-runtime', 'react/jsx-dev-runtime'],
          preserveEntrySignatures: 'strict',
          output: { entryFileNames: 'part.js' },
        },
      },
    });
    process.env.NODE_ENV = nodeEnv;
    return readFile(path.join(root, 'dist/part.js'), 'utf8');
  }

  test.each([{ ssr: true }, { mode: 'development' }])('is ready at once: %j', async (kind) => {
    expect(await built(kind)).toMatch(/serverRendered\(async \(\) => [\s\S]*\.Drawing, await \(?async/);
  });

  test('is left to navigation in the browser', async () => {
    const text = await built({});
    expect(text).toMatch(/serverRendered\(async \(\) => [\s\S]*\.Drawing\)/);
    expect(text).not.toContain(', await');
  });
});

describe('class names of what is shared', () => {
  const base = (padding: string) => `import { styled } from 'styled-components';
    import type { Never } from './other.ts';
    export const Base = styled.div\`padding: ${padding};\`;`;
  const files = {
    'base.ts': base('8px'),
    'wide.ts': `import { styled } from 'styled-components';
      import { Base } from './base.ts';
      export const Wide = styled(Base)\`width: 100%;\`;`,
    'other.ts': `import { styled } from 'styled-components';
      export const Other = styled.div\`margin: 0;\`;`,
  };

  /** @returns the components' names */
  async function names(changed: Partial<typeof files> = {}, ssr = false): Promise<Record<string, string>> {
    const folder = path.join(root, 'shared/ui');
    await mkdir(folder, { recursive: true });
    const texts = Object.entries({ ...files, ...changed });
    for (const [file, text] of texts) await writeFile(path.join(folder, file), text);
    const all = texts.map(([file]) => `export * from './${file}';`).join('\n');
    await writeFile(path.join(folder, 'all.ts'), all);
    const { output } = (await build({
      root,
      configFile: false,
      logLevel: 'silent',
      plugins: [styledComponents('site')],
      build: {
        write: false,
        ssr,
        minify: false,
        rolldownOptions: {
          input: path.join(folder, 'all.ts'),
          preserveEntrySignatures: 'strict',
          external: ['styled-components'],
        },
      },
    })) as Rolldown.RolldownOutput;
    const { code } = output[0];
    const given = code.matchAll(/(?:const|let|var) (\w+) = styled[^;]*?componentId: ["'`]([\w-]+)/g);
    return Object.fromEntries([...given].map(([, component, name]) => [component, name]));
  }

  test('are new for what extends a component that was changed, so that its rules come after the new ones', async () => {
    const before = await names();
    expect(Object.keys(before).toSorted()).toEqual(['Base', 'Other', 'Wide']);
    const after = await names({ 'base.ts': base('9px') });
    expect(after['Wide']).not.toBe(before['Wide']);
    expect(after).toEqual({ ...before, Wide: after['Wide'] });
    expect(await names({ 'other.ts': `${files['other.ts']}\nexport const one = 1;` })).toEqual(before);
  });

  test('are the same on the server', async () => {
    expect(await names({}, true)).toEqual(await names());
  });
});

describe('route modules', () => {
  test('are recorded by route id, as files', async () => {
    const read = await buildRoutes(
      "export const routes = [{ id: 'a.page', path: '/a', lazy: async () => ({ ...(await import('./page.tsx')) }) }];",
    );
    expect(await read('route-modules.json')).toEqual({ 'a.page': [expect.stringMatching(/^assets\/page-.+\.js$/)] });
  });

  test('are found where one file has several pages', async () => {
    const page = (name: string) => `{ id: 'a.${name}', path: '/${name}', lazy: () => import('./${name}.tsx') }`;
    const read = await buildRoutes(
      `export const routes = [${page('page')}, ${page('other')}];`,
      /page\.tsx|other\.tsx/,
    );
    const file = [expect.stringMatching(/^assets\/pages-.+\.js$/)];
    expect(await read('route-modules.json')).toEqual({ 'a.page': file, 'a.other': file });
  });

  test.each([
    ["export const routes = [{ path: '/a', lazy: () => import('./page.tsx') }];", /needs a literal `id`/],
    [
      "const file = './page.tsx';\nexport const routes = [{ id: 'a', lazy: () => import(/* @vite-ignore */ file) }];",
      /must name an existing file literally/,
    ],
    [
      "export const routes = [{ id: 'a', lazy: () => import('./page.tsx') }, { id: 'a', lazy: () => import('./page.tsx') }];",
      /Two routes have the id "a"/,
    ],
  ])('that cannot be known fail the build: %s', async (source, reason) => {
    await expect(buildRoutes(source)).rejects.toThrow(reason);
  });
});

test('the hint to compile ahead is at the very top of every file, before what Vite adds, and in its name', async () => {
  await writeFile(path.join(root, 'part.ts'), 'export const part = 1;');
  await writeFile(path.join(root, 'later.ts'), "export { part } from './part.ts';\nexport const later = 2;");
  await writeFile(path.join(root, 'other.ts'), "export { part } from './part.ts';\nexport const other = 3;");
  await writeFile(
    path.join(root, 'start.ts'),
    "for (const load of [() => import('./later.ts'), () => import('./other.ts')]) load().then(console.log);",
  );
  const chunksWith = async (plugins: Plugin[]) => {
    const made = await build({
      root,
      configFile: false,
      logLevel: 'silent',
      plugins,
      build: { write: false, rolldownOptions: { input: path.join(root, 'start.ts') } },
    });
    const { output } = made as { output: { type: string; fileName: string; code: string }[] };
    return output.filter(({ type }) => type === 'chunk');
  };
  const hinted = await chunksWith([compiledAhead()]);
  expect(hinted.length).toBeGreaterThan(2);
  expect(hinted.some(({ code }) => code.includes('__vite__mapDeps'))).toBe(true);
  for (const { code } of hinted) expect(code).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/);
  const without = (await chunksWith([])).map(({ fileName }) => fileName);
  for (const { fileName } of hinted) expect(without).not.toContain(fileName);
});
