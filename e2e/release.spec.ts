/** A team releases its remote alone while the site runs. */
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { openHydrated } from './fixtures/hydrated.ts';
import { expect, test } from './fixtures/test.ts';
import { startSite } from '../tooling/site/start-site.ts';
import { rollBack, withdraw } from '../tooling/release/publish.ts';
import { publishChanged } from './resilience/faulty-release.ts';

const REMOTE = 'mf-careers';
/** The page's code, for the server and for browsers. */
const CAREER_PAGE = /(^server\/routes\.mjs|^assets\/career-page-[\w-]+\.js)$/;
const HEADING = /<h1[^>]*>([^<]*)</;

test('the next request shows the release, an open tab keeps the old one, and going back is one step', async ({
  page,
  request,
}) => {
  const site = await startSite({ remotes: ['mf-marketing', REMOTE] });
  try {
    const html = async () => (await request.get(`${site.url}/career`)).text();
    const heading = async () => HEADING.exec(await html())?.[1];
    const oldHeading = await heading();
    await openHydrated(page, `${site.url}/`);
    const untouched = await stamps(site.store, REMOTE);
    const { pid } = site.shell.process;

    // new-remote.test.ts and commands.spec.ts build what they release.
    const written = new RegExp(`children: ?(["\`])${oldHeading}\\1`);
    await publishChanged(REMOTE, site.store, CAREER_PAGE, (code) =>
      code.replace(written, 'children:"A page from the next release"'),
    );

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

    await withdraw(REMOTE, site.store);
    await expect.poll(async () => (await request.get(`${site.url}/career`)).status()).toBe(404);
    expect((await request.get(`${site.url}/`)).status()).toBe(200);
  } finally {
    await site.stop();
  }
});

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
