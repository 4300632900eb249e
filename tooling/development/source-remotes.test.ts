/** Which remote owns what in development, as long as some of them do not compile. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { repositoryRoot } from '../workspace/root.ts';
import { type SourceRemotes, sourceRemotes } from './source-remotes.ts';

let home: string;
let sources: SourceRemotes | undefined;

beforeEach(async () => {
  const folder = path.join(repositoryRoot, '.cache', 'source-remotes');
  await mkdir(folder, { recursive: true });
  home = await mkdtemp(path.join(folder, 'of-a-test-'));
});
afterEach(async () => {
  await Promise.all([...(sources?.servers.values() ?? [])].map((server) => server.close()));
  await rm(home, { recursive: true });
});

/** @returns its name: its folder, from the root */
async function remote(name: string, routes: string): Promise<string> {
  const folder = path.join(home, name);
  await mkdir(path.join(folder, 'src'), { recursive: true });
  const config = "export default { logLevel: 'silent', server: { watch: { usePolling: true, interval: 50 } } };\n";
  await writeFile(path.join(folder, 'vite.config.ts'), config);
  await writeFile(path.join(folder, 'src/routes.tsx'), routes);
  return path.relative(repositoryRoot, folder);
}

test('one that has never compiled claims no path of another; once it has, it claims what it names', async () => {
  const broken = await remote('broken', 'export const routes = = [];\n');
  const right = await remote('right', "export const routes = [{ id: 'right.home', path: '/' }];\n");
  sources = await sourceRemotes([broken, right]);
  await sources.registry();
  await expect(sources.routes(broken)).rejects.toThrow();
  expect([sources.conflict(), sources.conflict('/login')]).toEqual([undefined, undefined]);

  await remote('broken', "export const routes = [{ id: 'broken.home', path: '/' }];\n");
  const conflict = async () => {
    await sources!.registry();
    return sources!.conflict('/');
  };
  await expect.poll(conflict, { timeout: 10_000 }).toMatch(/^Two remotes claim the same path: \/ in .+broken\/src/);
});
