/** `npm run dev`: edits show in open pages, and mistakes are shown with their reason. The test changes sources. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test, type Page } from 'playwright/test';
import { edits, mistakes, type Edit } from '../tooling/development/edits.ts';
import { repositoryRoot } from '../tooling/workspace/root.ts';
import { freePort } from '../tooling/processes/free-port.ts';
import { startSite } from '../tooling/site/start-site.ts';

test.setTimeout(240_000);
test.describe.configure({ mode: 'serial' });

/** Consecutive ports, as development takes them. */
const DEV_PORTS = 100;
/** Dev servers optimise packages when they are first asked for them. */
const FIRST_VISIT_MS = 90_000;

let running: ChildProcess[] = [];
let dataDir: string;
/** What the terminal shows. */
let told: string;
const originals = new Map<string, string>();
/** Not there before the test. */
const NEW_FILE = 'shared/content/new-file.ts';

test.beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'dev-'));
});
test.afterEach(async () => {
  await mendAll();
  for (const child of running) {
    child.kill('SIGINT');
    await new Promise((resolve) => child.once('exit', resolve));
  }
  running = [];
  await rm(dataDir, { recursive: true, force: true });
});

/** Starts a command of development on its own ports. @returns where its site is, and where its own servers begin */
async function develop(command: string, words: string[] = []): Promise<{ url: string; devPort: number }> {
  const [port, apiPort, devPort] = [await freePort(), await freePort(), await freePorts()];
  const child = spawn(process.execPath, [`tooling/commands/${command}.ts`, ...words], {
    cwd: repositoryRoot,
    env: {
      ...process.env,
      // As on a machine that has it for its servers.
      NODE_ENV: 'production',
      PORT: String(port),
      // Nothing else tells the site where the API is.
      API_PORT: String(apiPort),
      DEV_PORT: String(devPort),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      PATH: `${path.join(repositoryRoot, 'node_modules/.bin')}${path.delimiter}${process.env.PATH}`,
    },
    stdio: process.env.DEV_OUTPUT ? 'inherit' : ['ignore', 'pipe', 'ignore'],
  });
  told = '';
  child.stdout?.on('data', (data: Buffer) => (told += String(data)));
  running.push(child);
  return { url: `http://localhost:${port}`, devPort };
}

/** The first of {@link DEV_PORTS} free ports in a row, below those that systems give to connections. */
async function freePorts(): Promise<number> {
  const first = 20_000 + Math.floor(Math.random() * 120) * DEV_PORTS;
  const server = createServer();
  const isFree = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(first, '127.0.0.1', () => server.close(() => resolve(true)));
  });
  return isFree ? first : freePorts();
}

const sourceOf = (file: string) => path.join(repositoryRoot, file);

async function edit({ file, from, to }: Edit): Promise<void> {
  const text = await readFile(sourceOf(file), 'utf8');
  if (!originals.has(file)) originals.set(file, text);
  expect(text, file).toContain(from);
  await writeFile(
    sourceOf(file),
    text.replace(from, () => to),
  );
}

async function mendAll(): Promise<void> {
  for (const [file, text] of originals) await writeFile(sourceOf(file), text);
  originals.clear();
  await rm(sourceOf(NEW_FILE), { force: true });
}

/** Visits a page until it runs in the browser without a complaint. @returns complaints from then on */
async function open(page: Page, url: string): Promise<string[]> {
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  const isRunning = async () => {
    complaints.length = 0;
    const response = await page.goto(url, { waitUntil: 'networkidle' }).catch(() => null);
    if (response?.status() !== 200 || complaints.length > 0) return false;
    return await page.getByRole('heading', { level: 1 }).evaluate(isHydrated);
  };
  await expect.poll(isRunning, { timeout: FIRST_VISIT_MS, message: 'the page runs in the browser' }).toBe(true);
  return complaints;
}

const overlay = (page: Page) => page.locator('vite-error-overlay');

test('hot reload reaches across federation and server rendering; mistakes are shown where they are', async ({
  page,
  request,
}) => {
  const { url } = await develop('dev');
  const heading = page.getByRole('heading', { level: 1 });
  const complaints = await open(page, `${url}/login`);

  await test.step('a component is refreshed in place', async () => {
    await page.evaluate(() => Object.assign(globalThis, { kept: true }));
    await expect(heading).toHaveText('Log In');
    await edit(edits.loginHeading);
    await expect(heading).toHaveText('Log In, changed');
    expect(await (await request.get(`${url}/login`)).text()).toContain('Log In, changed</h1>');
    await edit(edits.skipLink);
    await expect(page.getByRole('link', { name: 'Skip to what matters' })).toBeAttached();
    expect(
      await page.evaluate(() => (globalThis as unknown as { kept?: boolean }).kept),
      'the page was not reloaded',
    ).toBe(true);
    expect(complaints).toEqual([]);
    await mendAll();
  });

  await test.step('what cannot be refreshed in place, like a new export that is no component, reloads', async () => {
    await expect(heading).toHaveText('Log In');
    const isReloaded = () => page.evaluate(() => !('kept' in globalThis)).catch(() => false);
    // Vite misses a change that follows another one too soon.
    await expect(async () => {
      await mendAll();
      await edit(edits.newExport);
      await expect.poll(isReloaded, { timeout: 5_000 }).toBe(true);
    }).toPass();
    await mendAll();
  });

  await test.step('a loader reaches open tabs', async () => {
    await open(page, `${url}/blogDey`);
    await expect(page.locator('article')).not.toHaveCount(0);
    await edit(edits.noPosts);
    await expect(page.locator('article')).toHaveCount(0);
    await mendAll();
    await expect(page.locator('article')).not.toHaveCount(0);
  });

  for (const mistake of mistakes) {
    await test.step(`${mistake.what}: shown in the page's place, until it is mended`, async () => {
      await edit(mistake);
      await expect
        .poll(async () => (await request.get(`${url}/career`)).status(), { message: 'the server has seen it' })
        .toBe(500);
      // The tab may be reloading at this moment, which ends the visit.
      await expect(() => page.goto(`${url}/career`)).toPass();
      await expect(overlay(page)).toBeVisible();
      await expect(page.locator('body')).toContainText(mistake.says);
      await expect(page.locator('body')).not.toContainText(/Page not found|did not load/);
      await mendAll();
      await expect(heading).toBeVisible();
      await expect(heading).not.toContainText('failed');
      await expect(overlay(page)).toHaveCount(0);
    });
  }

  await test.step('a file that is imported before it exists, or goes: reported until it exists', async () => {
    await edit(edits.newFile);
    await expect.poll(async () => (await request.get(`${url}/career`)).status()).toBe(500);
    await page.goto(`${url}/career`);
    await expect(page.locator('body')).toContainText('shared/content/new-file');
    for (const step of ['comes', 'comes back']) {
      await writeFile(sourceOf(NEW_FILE), 'export const value = 1;\n');
      await expect(heading, step).toHaveText('Career');
      await expect(overlay(page)).toHaveCount(0);
      await rm(sourceOf(NEW_FILE));
      await expect(overlay(page), 'goes').toBeVisible();
    }
    await mendAll();
    await expect(heading).toHaveText('Career');
    await expect(overlay(page)).toHaveCount(0);
  });

  await test.step('what the server itself runs on starts it again, and tabs follow', async () => {
    await open(page, `${url}/career`);
    await edit(edits.email);
    const mail = page.getByRole('contentinfo').getByRole('link', { name: '@' });
    await expect(mail).toHaveText(/^moved@/, { timeout: FIRST_VISIT_MS });
    expect(told, 'the server did not wait for the tab').not.toContain('did not finish in time');
    const status = () =>
      request.get(`${url}/career`).then(
        (response) => response.status(),
        () => 0,
      );
    // A tab looks for the server again if it was connected to it.
    await open(page, `${url}/career`);
    await edit(edits.brokenServer);
    await expect.poll(status).toBe(0);
    await mendAll();
    await expect(mail).toHaveText(/^hello@/, { timeout: FIRST_VISIT_MS });
    expect(await status()).toBe(200);
  });

  await test.step('a tab that was loaded just before the server went has its scripts once it is back', async () => {
    // The server that is just being started again.
    for (const file of ['src/client.tsx', 'healthz'])
      await page.route(`${url}/${file}`, (route) => route.abort('connectionrefused'), { times: 1 });
    await page.goto(`${url}/career`);
    await expect.poll(() => heading.evaluate(isHydrated).catch(() => false)).toBe(true);
  });

  await test.step('a tab that is told to reload while the server is away waits for it', async () => {
    await open(page, `${url}/career`);
    let isAway = true;
    let looks = 0;
    await page.route(/\/(?:career|healthz)$/, async (route) => {
      looks += Number(route.request().url().endsWith('/healthz'));
      await (isAway ? route.abort('connectionrefused') : route.continue());
    });
    await page.evaluate(() => {
      Object.assign(globalThis, { kept: true });
      location.reload();
    });
    await expect.poll(() => looks).toBeGreaterThan(1);
    isAway = false;
    await expect.poll(() => page.evaluate(() => !('kept' in globalThis)).catch(() => false)).toBe(true);
    await expect(heading).toHaveText('Career');
    await page.unrouteAll();
  });

  await test.step('what fails only in the browser: its line in the source, and its code', async () => {
    await open(page, `${url}/career`);
    await edit(edits.browserOnly);
    await expect(overlay(page)).toContainText(/career-page\.tsx:30:\d+/);
    await expect(overlay(page)).toContainText(">   30 |   if (!import.meta.env.SSR) throw new Error('no browser');");
    await mendAll();
    await expect(overlay(page)).toHaveCount(0);
    await expect(heading).toHaveText('Career');
  });

  await test.step('a mistake in what an open tab shows covers it, until it is mended', async () => {
    await open(page, `${url}/career`);
    await edit(edits.brokenLoader);
    await expect(overlay(page)).toBeVisible();
    await mendAll();
    await expect(overlay(page)).toHaveCount(0);
    await expect(heading).toBeVisible();
  });

  await test.step('two remotes with the same path: both named, on that page alone', async () => {
    await edit(edits.pathOfAnother);
    await expect.poll(async () => (await request.get(`${url}/faq`)).status()).toBe(500);
    const text = await (await request.get(`${url}/faq`)).text();
    expect(text).toMatch(/Two remotes claim the same path: \/faq in mf-\w+\/src\/routes\.tsx, \/faq in mf-\w+\/src/);
    expect((await request.get(`${url}/career`)).status()).toBe(200);
    await mendAll();
    await expect.poll(async () => (await request.get(`${url}/faq`)).status()).toBe(200);
  });
});

test('a remote alone lists its pages at /, and its data come from the API wherever that is', async ({ page }) => {
  const { devPort } = await develop('dev-remote', ['mf-blog']);
  const url = `http://localhost:${devPort + 2}`; // the second by name
  await expect
    .poll(
      () =>
        page.goto(url).then(
          (response) => response?.status(),
          () => 0,
        ),
      { timeout: FIRST_VISIT_MS },
    )
    .toBe(200);
  await page.getByRole('link', { name: '/blogDey' }).click();
  await expect(page.getByRole('heading', { name: 'All posts' })).toBeVisible();
  // Its dev server is ready before the API is.
  await expect(async () => {
    await page.reload();
    await expect(page.locator('article')).not.toHaveCount(0);
  }).toPass();
});

test('a remote from its sources stands in a running site, whose other remotes are as they are released', async ({
  page,
  request,
}) => {
  const site = await startSite({ env: { DEV_OVERRIDES: 'on' } });
  try {
    const store = pathToFileURL(site.store).href;
    const { url, devPort } = await develop('dev-remote', ['mf-careers', '--site', site.url, '--releases', store]);
    await open(page, `${url}/career`);
    const html = await (await request.get(`${url}/career`)).text();
    expect(html).toContain('data-boundary="mf-careers" data-release="development"');
    expect(html, "it is the site's own page").toContain(`<link rel="canonical" href="${site.url}/career"`);

    await test.step('others come from the store', async () => {
      const contact = await (await request.get(`${url}/contact`)).text();
      expect(contact).toMatch(/data-boundary="mf-marketing" data-release="[0-9a-f]{14}"/);
      await page.goto(`${url}/career`);
      await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).click();
      await expect(page.locator('[data-boundary="mf-marketing"]')).toBeVisible();
    });

    await test.step('posts are those of the site, and forms arrive there', async () => {
      expect(await (await request.get(`${url}/blogDey`)).text()).toContain('<article');
      await page.goto(`${url}/newsletter`);
      const form = page.getByRole('main');
      await form.getByRole('textbox').fill('ada@example.com');
      await form.getByRole('button', { name: 'Subscribe' }).click();
      await expect(form).toContainText('Check your email to confirm.');
    });

    await test.step('an edit shows', async () => {
      await open(page, `${url}/career`);
      await edit(edits.careerHeading);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('From here');
    });

    await test.step('a browser has it on the site itself: import-map-overrides', async () => {
      const complaints: string[] = [];
      page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
      const here = `http://localhost:${devPort + 3}`; // the third by name
      const heading = page.getByRole('heading', { level: 1 });
      const banner = page.getByRole('region', { name: 'Preview' });
      await page.goto(`${site.url}/about`);
      await page.evaluate(
        ([key, value]) => localStorage.setItem(key!, value!),
        ['import-map-override:mf-careers', `${here}/remoteEntry.js`],
      );
      // On landing, and on the way there.
      await page.goto(`${site.url}/career`);
      await expect(heading).toHaveText('From here', { timeout: FIRST_VISIT_MS });
      await expect(banner).toContainText(`Preview: mf-careers from ${here}/remoteEntry.js`);
      const sent = await (await page.request.get(`${site.url}/career`)).text();
      expect(sent, 'until it is there').toContain('This page comes from a development server on your machine.');
      expect(sent).not.toContain('did not load');
      await page.goto(`${site.url}/about`);
      await expect(page.locator('[data-boundary="mf-marketing"]')).toHaveAttribute('data-release', /^[0-9a-f]{14}$/);
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Career' }).click();
      await expect(heading).toHaveText('From here');
      await expect(page.locator('[data-boundary="mf-careers"]')).toHaveAttribute(
        'data-release',
        `${here}/remoteEntry.js`,
      );
      expect(complaints).toEqual([]);

      await page.getByRole('button', { name: 'Back to the site' }).click();
      await expect(heading).not.toHaveText('From here');
      await expect(page.locator('[data-boundary="mf-careers"]')).toHaveAttribute('data-release', /^[0-9a-f]{14}$/);
      await expect(banner).toHaveCount(0);
      expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('override')))).toEqual(
        [],
      );
    });
  } finally {
    await site.stop();
  }
});

/** React marks the nodes that it has taken over. */
function isHydrated(element: Element): boolean {
  return Object.keys(element).some((key) => key.startsWith('__reactFiber$'));
}
