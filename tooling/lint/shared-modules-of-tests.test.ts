/**
 * What vitest.config.ts says of test files: which are run, who shares modules (decision 107), and what is tested
 * first (112).
 */
import { existsSync, globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import vitestConfig, { LONG, WITH_OTHER_MODULES } from '../../vitest.config.ts';
import { repositoryRoot } from '../workspace/root.ts';

test('a file that puts something in the place of a module loads its modules alone', async () => {
  const files = globSync('{api,shared,mf-*,shell,tooling}/**/*.test.{ts,tsx}', {
    cwd: repositoryRoot,
    exclude: ['**/node_modules/**'],
  });
  expect(files.length).toBeGreaterThan(100);
  const texts = await Promise.all(files.map((file) => readFile(path.join(repositoryRoot, file), 'utf8')));
  const replacing = files.filter((_, index) => /\bvi\.(doMock|mock|resetModules)\(/.test(texts[index]!));
  expect(replacing.toSorted()).toEqual(WITH_OTHER_MODULES.toSorted());
});

test('the files that are tested first exist', () => {
  expect(LONG.filter((file) => !existsSync(path.join(repositoryRoot, file)))).toEqual([]);
});

interface Project {
  test: { include: string[] };
}

test('every file that is named like a test is run by Vitest or, below e2e, by Playwright', () => {
  const files = globSync('{api,deploy,shared,mf-*,shell,tooling}/**/*.{test,spec}.{ts,tsx,mts,js,mjs}', {
    cwd: repositoryRoot,
    exclude: ['**/node_modules/**', '**/dist/**'],
  });
  const run = (vitestConfig.test!.projects as Project[]).flatMap((project) => project.test.include);
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => !run.some((pattern) => path.posix.matchesGlob(file, pattern)))).toEqual([]);
});
