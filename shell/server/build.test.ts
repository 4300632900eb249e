import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { sharedModules } from 'shared/contracts/shared-modules';
import { ensureBuilt, shellTarget } from '../../tooling/build/ensure-built.ts';

const folder = path.resolve(import.meta.dirname, '../dist/server');

beforeAll(() => ensureBuilt([shellTarget], () => {}));

test('the server build brings no module into each thread that it does not render with', async () => {
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.js'));
  const texts = await Promise.all(files.map((file) => readFile(path.join(folder, file), 'utf8')));
  const imports = texts.flatMap((text) => [...text.matchAll(/^import (?:[^'"]*from )?"([^."][^"]*)";$/gm)]);
  const others = imports.map(([, name = '']) => name).filter((name) => !Object.hasOwn(sharedModules, name));
  expect([...new Set(others)].toSorted()).toEqual(['node:stream', 'react-dom/server']);
});
