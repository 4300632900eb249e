import path from 'node:path';
import { resolveConfig } from 'vite';
import { expect, test } from 'vitest';
import { repositoryRoot } from '../workspace/root.ts';
import { STANDALONE_MODE } from './remote.ts';

test('a remote alone and the same one in the site: each dev server keeps packages in its own folder', async () => {
  const root = path.join(repositoryRoot, 'mf-blog');
  const cacheDirOf = async (mode: string): Promise<string> => {
    const inline = { root, configFile: path.join(root, 'vite.config.ts'), configLoader: 'native', mode } as const;
    return (await resolveConfig(inline, 'serve')).cacheDir;
  };
  const [site, alone] = [await cacheDirOf('development'), await cacheDirOf(STANDALONE_MODE)];
  expect(alone).not.toBe(site);
  for (const folder of [site, alone]) expect(folder).toContain('/node_modules/.vite');
});
