/** A build that fails says where and why, in its own words and without a stack. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CommandError } from '../processes/command-error.ts';
import { repositoryRoot } from '../workspace/root.ts';
import { ensureBuilt } from './ensure-built.ts';

let root: string;
let remote: string;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'broken-'));
  // Inside the repository, where packages are found.
  await mkdir(path.join(repositoryRoot, '.cache'), { recursive: true });
  remote = await mkdtemp(path.join(repositoryRoot, '.cache', 'broken-'));
});
afterAll(() => Promise.all([root, remote].map((folder) => rm(folder, { recursive: true }))));

/** What is reported of a build that fails. */
async function failure(program: string): Promise<string> {
  const target = { name: `broken-${path.basename(root)}`, program: [program], output: 'nowhere', inputs: [] };
  const error = await ensureBuilt([target], () => {}).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(CommandError); // commands print such an error's message alone
  const { message } = error as CommandError;
  expect(message).not.toMatch(/^ +at /m);
  return message;
}

test('a mistake in a source is reported with file and line', async () => {
  await writeFile(path.join(root, 'entry.ts'), 'const fine = 1;\nconst broken = = fine;\n');
  const program = path.join(root, 'build.ts');
  await writeFile(
    program,
    `import { build } from ${JSON.stringify(import.meta.resolve('vite'))};
import { endWithBuildError } from ${JSON.stringify(path.join(import.meta.dirname, 'build-error.ts'))};
const input = ${JSON.stringify(path.join(root, 'entry.ts'))};
await build({ root: ${JSON.stringify(root)}, configFile: false, logLevel: 'warn', build: { rolldownOptions: { input } } })
  .catch(endWithBuildError);
`,
  );
  const message = await failure(program);
  expect(message).toMatch(/^Building broken-\S+ failed:\n/);
  expect(message).toMatch(/entry\.ts:2:\d+/);
  expect(message).toContain('const broken = = fine;');
});

test("a mistake in a remote's source, too, and at once", async () => {
  await mkdir(path.join(remote, 'src'));
  const factory = JSON.stringify(path.join(repositoryRoot, 'tooling/vite/remote.ts'));
  const configFile = path.join(remote, 'vite.config.ts');
  await writeFile(configFile, `import { remoteConfig } from ${factory};\nexport default remoteConfig('mf-sample');`);
  const program = path.join(remote, 'build.ts');
  await writeFile(
    program,
    `import { buildIn } from ${JSON.stringify(path.join(repositoryRoot, 'tooling/release/build-remote.ts'))};
import { endWithBuildError } from ${JSON.stringify(path.join(import.meta.dirname, 'build-error.ts'))};
await buildIn(${JSON.stringify(remote)}, ${JSON.stringify(configFile)}).catch(endWithBuildError);
`,
  );
  const write = (page: string) => writeFile(path.join(remote, 'src/page.tsx'), page);
  await writeFile(
    path.join(remote, 'src/routes.tsx'),
    "export const routes = [{ id: 'sample.page', path: '/page', lazy: () => import('./page.tsx') }];",
  );
  await write('export const fine = 1;\nexport const Component = = fine;\n');
  expect(await failure(program)).toMatch(/page\.tsx:2:\d+/);
  await write("export const Component = () => null;\nif (!import.meta.env.SSR) void import('./part.client.ts');\n");
  await writeFile(path.join(remote, 'src/part.client.ts'), 'export const fine = 1;\nexport const broken = = fine;\n');
  expect(await failure(program)).toMatch(/part\.client\.ts:2:\d+/);
  await write("import { useBlocker } from 'react-router-dom';\nexport const Component = () => useBlocker(false);\n");
  expect(await failure(program)).toMatch(/page\.tsx imports "useBlocker" from "react-router-dom", which the shell/);
});
