/**
 * A release from before contract 3 is what a team may go back to: its container runs on the federation runtime, its
 * links are React Router's, its loaders come with their pages, and all of its hashes are SHA-384.
 */
import { appendFile, cp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { integrityOf } from '../../shared/releases/integrity.ts';
import { buildIn } from '../../tooling/release/build-remote.ts';
import { createRelease } from '../../tooling/release/create-release.ts';
import { publish } from '../../tooling/release/publish.ts';
import { startSite } from '../../tooling/site/start-site.ts';
import { repositoryRoot } from '../../tooling/workspace/root.ts';
import { openHydrated } from '../fixtures/hydrated.ts';
import { expect, test } from '../fixtures/test.ts';

const REMOTE = 'mf-careers';
const OLDER = { contract: 2 };

test('its pages are hydrated, beside those of today', async ({ page }) => {
  const site = await startSite({ withoutApi: true, remotes: ['mf-marketing', REMOTE] });
  const workingCopy = path.join(repositoryRoot, '.cache', `${REMOTE}-older`);
  try {
    await cp(path.join(repositoryRoot, REMOTE), workingCopy, { recursive: true });
    const configFile = path.join(workingCopy, 'vite.config.ts');
    await writeFile(
      configFile,
      `import { remoteConfig } from '../../tooling/vite/remote.ts';
      export default async (env) => {
        const config = await remoteConfig('${REMOTE}')(env);
        // The plugin's own container, as it was released before, and names that are no longer provided.
        const plugins = config.plugins.flat().filter(({ name }) => name !== 'site:lean-container');
        delete plugins.find(({ name }) => name === 'site:shared-imports').transform;
        return { ...config, plugins };
      };`,
    );
    const row = path.join(workingCopy, 'src/features/career/role-row.tsx');
    const plain = await readFile(row, 'utf8');
    const older = plain.replace(/<a href=(.*)<\/a>/, '<Link to=$1</Link>');
    expect(older).not.toBe(plain);
    await writeFile(row, `import { Link } from 'react-router-dom';\n${older}`);
    const routes = path.join(workingCopy, 'src/routes.tsx');
    // The plugin may stop looking for names before it comes to that file: tooling/vite/shared-usage.ts.
    await appendFile(routes, `\nexport { Link } from 'react-router-dom';\n`);
    const ofToday = await readFile(routes, 'utf8');
    const withLoaders = ofToday.replaceAll(
      /loader: (\w+),\s+lazy: \(\) => (import\(.*\)),/g,
      'lazy: async () => ({ ...(await $2), loader: $1 }),',
    );
    expect(withLoaders).not.toMatch(/^ +loader: /m);
    await writeFile(routes, withLoaders);
    await buildIn(workingCopy, configFile);
    const { release } = await createRelease(REMOTE, path.join(workingCopy, 'dist'), site.store);
    const folder = path.join(site.store, REMOTE, release.version);
    const hashes = Object.keys(release.files).map(
      async (file) => [file, integrityOf(await readFile(path.join(folder, file)))] as const,
    );
    const ofBefore = { ...release, ...OLDER, files: Object.fromEntries(await Promise.all(hashes)) };
    await writeFile(path.join(folder, 'release.json'), JSON.stringify(ofBefore));
    await publish(ofBefore, site.store);
    const url = `${site.url}/career`;
    await expect.poll(async () => (await fetch(url)).text()).toContain(`/${release.version}/`);

    const scripts: string[] = [];
    page.on('request', (request) => scripts.push(request.url()));
    await openHydrated(page, url);
    expect(scripts.filter((script) => script.includes('federation-runtime'))).toHaveLength(1);
    expect(scripts.filter((script) => script.includes('older-links'))).toHaveLength(1);
    await page.evaluate(() => Object.assign(globalThis, { isSame: true }));
    await page.getByRole('link', { name: 'Contact Us', exact: true }).first().click();
    await expect(page.locator('[data-boundary="mf-marketing"]')).toBeVisible();
    await page.goBack();
    await expect(page.locator(`[data-boundary="${REMOTE}"]`)).toBeVisible();
    await page.locator('main h3 a').first().click();
    await expect(page).toHaveURL(/\/career\/./);
    expect(await page.evaluate(() => 'isSame' in globalThis), 'without loading a document').toBe(true);

    scripts.length = 0;
    await openHydrated(page, `${site.url}/contact`);
    expect(scripts.filter((script) => script.includes('federation-runtime'))).toEqual([]);
    await page.getByRole('link', { name: 'Career', exact: true }).first().click();
    await expect(page.locator(`[data-boundary="${REMOTE}"]`)).toBeVisible();
    expect(scripts.filter((script) => script.includes('federation-runtime'))).toHaveLength(1);
  } finally {
    // Otherwise whatever it is still loading ahead would find no server.
    await page.goto('about:blank');
    await site.stop();
    await rm(workingCopy, { recursive: true, force: true });
  }
});
