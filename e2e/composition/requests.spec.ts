/** Production and development run the same server, and answer alike. */
import { requests } from '../fixtures/requests.ts';
import { expect, test } from '../fixtures/test.ts';
import { DEVELOPMENT_SHELL_PROGRAM } from '../../tooling/processes/servers.ts';
import { startSite, type Site } from '../../tooling/site/start-site.ts';

let developed: Site;
test.beforeAll(async () => {
  test.setTimeout(90_000);
  developed = await startSite({ shellProgram: DEVELOPMENT_SHELL_PROGRAM, env: { NODE_ENV: 'development' } });
});
test.afterAll(() => developed.stop());

test('development: nothing is kept as if it could not change', async ({ request }) => {
  const known = await request.get(`${developed.url}/composition.json?mf-blog=development`);
  expect(known.status()).toBe(200);
  expect(known.headers()['cache-control']).toBe('no-cache');
});

for (const kind of ['production', 'development'] as const) {
  for (const { what } of requests('')) {
    test(`${kind}: ${what}`, async ({ request, site: built }) => {
      const site = kind === 'production' ? built : developed;
      const row = requests(site.url).find((known) => known.what === what)!;
      const response = await request.fetch(site.url + row.path, {
        method: row.method ?? 'GET',
        headers: row.headers ?? {},
        ...(row.body === undefined ? {} : { data: row.body }),
        maxRedirects: 0,
      });
      expect(response.status()).toBe(row.status);
      const headers = response.headers();
      for (const [name, value] of Object.entries(row.answered ?? {})) {
        if (value instanceof RegExp) expect(headers[name], name).toMatch(value);
        else expect(headers[name], name).toBe(value);
      }
      const text = await response.text();
      if (row.text) expect(row.text.test(text), `${String(row.text)} in ${text.slice(0, 300)} …`).toBe(true);
    });
  }
}
