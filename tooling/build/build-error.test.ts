/** A build that fails says where and why, in its own words and without a stack. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CommandError } from '../processes/command-error.ts';
import { ensureBuilt } from './ensure-built.ts';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'broken-'));
});
afterAll(() => rm(root, { recursive: true }));

test('a mistake in a source is told by file and line', async () => {
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
  const target = { name: `broken-${path.basename(root)}`, program: [program], output: 'nowhere', inputs: [] };
  const error = await ensureBuilt([target], () => {}).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(CommandError); // commands print such an error's message alone
  const { message } = error as CommandError;
  expect(message).toMatch(/^Building broken-\S+ failed:\n/);
  expect(message).toMatch(/entry\.ts:2:\d+/);
  expect(message).toContain('const broken = = fine;');
  expect(message).not.toMatch(/^ +at /m);
});
