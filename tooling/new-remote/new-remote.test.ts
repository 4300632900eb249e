/** What `npm run new-remote` makes works as it is: checked, tested, built, released, and served by a running site. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureBuilt, remoteTargets, shellTarget } from '../build/ensure-built.ts';
import { secondCheckout, type SecondCheckout } from '../build/second-checkout.ts';
import { startSite, type Site } from '../site/start-site.ts';
import { remotes } from '../workspace/remotes.ts';
import { repositoryRoot } from '../workspace/root.ts';

/** Checks, a build and two servers, on a busy machine. */
const LONG_MS = 240_000;

let checkout: SecondCheckout;
let site: Site;

beforeAll(async () => {
  await ensureBuilt([shellTarget, ...remoteTargets], () => {});
  [checkout, site] = await Promise.all([secondCheckout(), startSite()]);
}, LONG_MS);
afterAll(async () => {
  await Promise.all([checkout?.remove(), site?.stop()]);
});

/** Runs a command of package.json in the other checkout. @returns its exit status and what it said */
async function run(...words: string[]): Promise<{ code: number; said: string }> {
  const { VITEST: _, NODE_ENV: __, ...env } = process.env;
  const ended = promisify(execFile)(process.execPath, ['tooling/bootstrap.mjs', ...words], {
    cwd: checkout.folder,
    env: { ...env, DATA_DIR: site.dataDir, RELEASES_URL: '', npm_config_registry: 'http://127.0.0.1:1' },
  });
  return await ended.then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, said: stdout + stderr }),
  );
}

test.each([
  ['mf-Events', '/events', '"mf-Events" cannot be a remote\'s name; allowed: mf- and 2 to 20 lowercase letters'],
  ['events', '/events', '"events" cannot be a remote\'s name'],
  ['mf-blog', '/events', 'There is a folder mf-blog already.'],
  ['mf-contact', '/events', 'paths.contact, which shared/contracts/site-paths.ts has already'],
  ['mf-class', '/events', 'paths.class, which is a word of JavaScript'],
  ['mf-events', 'events', '"events" cannot be the path of its page; allowed: a slash and letters'],
  ['mf-events', '/events/:id', '"/events/:id" cannot be the path of its page'],
  ['mf-events', '/career/open', '/career/open overlaps /career/:slug, which belongs to mf-careers.'],
  ['mf-events', '/api/events', "overlaps /api/*, which belongs to the shell's server itself."],
])('%s %s is refused in a sentence', async (name, pagePath, sentence) => {
  const { code, said } = await run('new-remote', name, pagePath);
  expect(said).toContain(sentence);
  expect(said).not.toMatch(/^ +at /m);
  expect(code).toBe(1);
});

test('without a path it says what it needs', async () => {
  expect(await run('new-remote', 'mf-events')).toMatchObject({ code: 1, said: expect.stringContaining('/events') });
});

test('the template has the packages of every remote, in their versions', async () => {
  const packagesOf = async (folder: string): Promise<Record<string, string>> =>
    (JSON.parse(await readFile(path.join(repositoryRoot, folder, 'package.json'), 'utf8')) as Package).dependencies;
  const template = await packagesOf('tooling/new-remote/template');
  for (const { name } of remotes) expect(await packagesOf(name), name).toMatchObject(template);
});

test(
  'a new area passes every check, and a site that runs serves it once it is released',
  async () => {
    const pageOf = async (init?: RequestInit) => {
      const response = await fetch(`${site.url}/events`, init);
      return { status: response.status, html: await response.text() };
    };
    expect((await pageOf()).status).toBe(404);

    expect(await run('new-remote', 'mf-events', '/events')).toMatchObject({ code: 0 });
    const lock = JSON.parse(await readFile(path.join(checkout.folder, 'package-lock.json'), 'utf8')) as LockFile;
    expect(lock.packages['node_modules/mf-events']).toEqual({ resolved: 'mf-events', link: true });
    expect(await run('check')).toMatchObject({ code: 0 });
    const vitest = path.join(checkout.folder, 'node_modules/vitest/vitest.mjs');
    const its = ['run', '--project', 'unit', 'mf-events', 'tooling/lint/architecture.test.ts'];
    await promisify(execFile)(process.execPath, [vitest, ...its], { cwd: checkout.folder });

    expect(await run('release', 'mf-events')).toMatchObject({ code: 0, said: expect.stringContaining('is current.') });
    await expect.poll(async () => (await pageOf()).status, { timeout: 10_000 }).toBe(200);
    const { html } = await pageOf();
    expect(html).toContain('data-boundary="mf-events"');
    expect(html).toContain('<title>Events | Portloom</title>');
    expect(html.match(/href="\/post\/\d+"/g)).toHaveLength(3);
    expect(await (await fetch(`${site.url}/sitemap.xml`)).text()).toContain(`<loc>${site.url}/events</loc>`);

    const form = (email: string) => ({
      method: 'POST',
      headers: { origin: site.url },
      body: new URLSearchParams({ email }),
    });
    const refused = await pageOf(form('ada@'));
    expect(refused).toMatchObject({ status: 422, html: expect.stringContaining('value="ada@"') });
    expect((await pageOf(form('ada@example.com'))).html).toContain('Check your email to confirm.');
  },
  LONG_MS,
);

interface Package {
  dependencies: Record<string, string>;
}

interface LockFile {
  packages: Record<string, unknown>;
}
