/** A team releases its remote alone while the site runs. */
import { cp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openHydrated } from './fixtures/hydrated.ts';
import { expect, test } from './fixtures/test.ts';
import { startSite } from '../tooling/site/start-site.ts';
import { buildRemote } from '../tooling/release/build-remote.ts';
import { repositoryRoot } from '../tooling/workspace/root.ts';
import { createRelease } from '../tooling/release/create-release.ts';
import { publish, rollBack } from '../tooling/release/publish.ts';

const REMOTE = 'mf-careers';
const HEADING = /<h1[^>]*>([^<]*)</;

test('the next request shows the release, an open tab keeps the old one, and going back is one step', async ({
  page,
  request,
}) => {
  const site = await startSite({ remotes: ['mf-marketing', REMOTE] });
  const workingCopy = path.join(repositoryRoot, '.cache', 'mf-careers-next');
  try {
    const html = async () => (await request.get(`${site.url}/career`)).text();
    const heading = async () => HEADING.exec(await html())?.[1];
    const oldHeading = await heading();
    await openHydrated(page, `${site.url}/`);
    const untouched = await stamps(site.store, REMOTE);
    const { pid } = site.shell.process;

    await cp(path.join(repositoryRoot, REMOTE), workingCopy, { recursive: true });
    await changeHeading(path.join(workingCopy, 'src'), oldHeading!, 'A page from the next release');
    await buildRemote(REMOTE, workingCopy);
    const { release } = await createRelease(REMOTE, path.join(workingCopy, 'dist'), site.store);
    await publish(release, site.store);

    await expect.poll(heading, 'a busy machine may take a moment').toBe('A page from the next release');
    expect(await stamps(site.store, REMOTE), 'nothing else was built or released').toEqual(untouched);
    expect(site.shell.process.pid).toBe(pid);
    expect(site.shell.process.exitCode).toBeNull();

    await page.getByRole('link', { name: 'Career', exact: true }).first().click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(oldHeading!);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('A page from the next release');

    await rollBack(REMOTE, site.store);
    await expect.poll(heading).toBe(oldHeading);
  } finally {
    await site.stop();
    await rm(workingCopy, { recursive: true, force: true });
  }
});

/** Replaces what an element says, wherever the sources hold it. @throws when they do not */
async function changeHeading(folder: string, from: string, to: string): Promise<void> {
  let changed = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const text = await readFile(file, 'utf8');
    if (!text.includes(`>${from}<`)) continue;
    await writeFile(file, text.replaceAll(`>${from}<`, `>${to}<`));
    changed += 1;
  }
  if (changed === 0) throw new Error(`"${from}" is not in ${folder}`);
}

/** When the releases of all other remotes were written. */
async function stamps(store: string, except: string): Promise<Record<string, number>> {
  const folders = (await readdir(store, { withFileTypes: true })).filter(
    (entry) => entry.isDirectory() && entry.name !== except,
  );
  const versions = await Promise.all(
    folders.map(async ({ name }) => {
      const below = await readdir(path.join(store, name));
      return below.map((version) => path.join(name, version));
    }),
  );
  return Object.fromEntries(
    await Promise.all(
      versions.flat().map(async (folder) => [folder, (await stat(path.join(store, folder))).mtimeMs] as const),
    ),
  );
}
