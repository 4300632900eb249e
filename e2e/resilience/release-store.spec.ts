/** The release store may be any static host, and hosts are slow, wrong and away at times (wrong: `catalog.test.ts`). */
import { readFile, rename } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { type APIRequestContext, expect, test } from 'playwright/test';
import { runningTime } from '../../shared/node/test-support/running-time.ts';
import { openHydrated } from '../fixtures/hydrated.ts';
import { startSite, type Site } from '../../tooling/site/start-site.ts';
import { publishServerBundle } from './faulty-release.ts';

/** A static host that can fail on purpose. */
class Host {
  mode: 'well' | 'hanging' | 'failing' = 'well';
  root = '';
  /** Part of the path of files that it does not answer for. */
  keptBack: string | undefined;
  #askedAt = 0;
  readonly #server: Server = createServer((request, response) => void this.#answer(request.url ?? '/', response));

  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Whether files have been requested, but none lately. */
  isAtRest(): boolean {
    return this.#askedAt > 0 && Date.now() - this.#askedAt > 1_500;
  }

  async #answer(url: string, response: ServerResponse): Promise<void> {
    if (!url.endsWith('/registry.json')) this.#askedAt = Date.now();
    if (this.mode === 'hanging' || (this.keptBack !== undefined && url.includes(this.keptBack))) return;
    if (this.mode === 'failing') return void response.writeHead(500).end();
    const file = await readFile(path.join(this.root, new URL(url, 'http://host').pathname)).catch(() => undefined);
    if (!file) return void response.writeHead(404).end();
    response.writeHead(200).end(file);
  }
}

/** A site whose releases come from a host: without the API, which none of these pages needs. */
async function startOn(host: Host, remotes?: readonly string[]): Promise<Site> {
  const url = await host.open();
  return startSite({
    withoutApi: true,
    ...(remotes && { remotes }),
    env: { RELEASES_URL: url },
    prepare: async (store) => void (host.root = store),
  });
}

const MISSED = 'a busy machine may miss the first deadline';

test.describe('a site on a host', () => {
  // The host fails, and recovers.
  const host = new Host();
  let site: Site;
  test.beforeAll(async () => {
    site = await startOn(host);
  });
  test.afterEach(() => {
    host.mode = 'well';
  });
  test.afterAll(async () => {
    await site.stop();
    await host.close();
  });

  const statusOf = async (request: APIRequestContext, path: string) => (await request.get(site.url + path)).status();

  test('has its releases ready before anybody visits', async ({ request }) => {
    const readiness = async () => {
      const { remotes } = (await (await request.get(`${site.url}/readyz`)).json()) as {
        remotes: Record<string, { readiness: string }>;
      };
      return Object.values(remotes).map((remote) => remote.readiness);
    };
    // Asking about readiness makes nothing ready.
    await expect.poll(readiness).toEqual(['ready', 'ready', 'ready', 'ready']);
  });

  for (const [mode, unseen] of [
    ['hanging', '/login'],
    ['failing', '/blogs'],
  ] as const) {
    test(`that is ${mode} stays as it is, including pages that have not been seen so far`, async ({ request }) => {
      await expect.poll(() => statusOf(request, '/career'), MISSED).toBe(200);
      await expect.poll(() => host.isAtRest(), 'what is current is fetched').toBe(true);
      host.mode = mode;
      expect(await statusOf(request, '/career')).toBe(200);
      await expect.poll(() => statusOf(request, unseen), 'its thread starts now').toBe(200);
    });
  }

  test('composes its pages of what is available, and a new release is seen', async ({ page, request }) => {
    await openHydrated(page, `${site.url}/career`);
    await expect(page.locator('[data-boundary="mf-careers"] h1')).toBeVisible();
    await page.getByRole('link', { name: 'Contact Us' }).first().click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact Us');

    const registry = async () => (await request.get(`${site.url}/registry.json`)).text();
    const before = await registry();
    // This release works in the browser and not on the site, so the last good one must answer.
    await publishServerBundle('mf-careers', host.root, (bundle) => `throw new Error('on purpose');\n${bundle}`);
    await expect.poll(registry, { timeout: 30_000 }).not.toBe(before);
    expect((await request.get(`${site.url}/career`)).status()).toBe(200);
  });
});

test('a host that keeps a release back costs its pages alone, until it is well', async ({ request }) => {
  const partial = new Host();
  partial.keptBack = '/mf-auth/';
  const own = await startOn(partial, ['mf-auth', 'mf-careers']);
  try {
    const ask = (path: string) => request.get(own.url + path);
    await expect.poll(async () => (await ask('/career')).status(), MISSED).toBe(200);
    const started = runningTime();
    const missing = await ask('/login');
    expect(missing.status()).toBe(503);
    expect(await missing.text()).toContain('This part of the site did not load');
    expect(runningTime() - started, 'deadlines hold').toBeLessThan(8_000);

    partial.keptBack = undefined;
    const recovery = { timeout: 20_000, message: 'it recovers by itself' };
    await expect.poll(async () => (await ask('/login')).status(), recovery).toBe(200);
  } finally {
    await own.stop();
    await partial.close();
  }
});

test('a site that starts without a registry has its frame, and its pages as soon as there is one', async ({
  request,
}) => {
  const away = (store: string) => rename(path.join(store, 'registry.json'), path.join(store, 'away.json'));
  const empty = await startSite({ withoutApi: true, remotes: ['mf-careers'], prepare: away });
  try {
    const page = await request.get(`${empty.url}/career`);
    expect(page.status()).toBe(503);
    expect(await page.text()).toContain('This part of the site did not load');
    await rename(path.join(empty.store, 'away.json'), path.join(empty.store, 'registry.json'));
    await expect.poll(async () => (await request.get(`${empty.url}/career`)).status()).toBe(200);
  } finally {
    await empty.stop();
  }
});
