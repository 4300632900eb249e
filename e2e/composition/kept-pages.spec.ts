/** Anonymous visitors' pages are kept exactly as long as they are true, and no visitor gets another's. */
import { createHash } from 'node:crypto';
import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { request as playwrightRequest } from 'playwright/test';
import { runAdmin } from '../../api/src/admin/run.ts';
import { accountCalls } from '../../shared/contracts/account.ts';
import { rollBack } from '../../tooling/release/publish.ts';
import { startSite, type Site } from '../../tooling/site/start-site.ts';
import { addPosts } from '../fixtures/database.ts';
import { newMember, PASSWORD } from '../fixtures/members.ts';
import { expect, test } from '../fixtures/test.ts';
import { publishThrowingOn } from '../resilience/faulty-release.ts';

/** How long a page is served without checking whether it is still true, in milliseconds. */
const FRESH_MS = 1_000;

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  /** As it was sent. */
  bytes: Buffer;
  text: () => string;
}

const agent = new Agent({ keepAlive: true, maxSockets: 32 });
const decoders: Record<string, (bytes: Buffer) => Buffer> = {
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
  gzip: gunzipSync,
};

/** One request as it is, without a client's own headers. */
function ask(
  url: string,
  { method = 'GET', headers = {}, body }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(url, { agent, method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const bytes = Buffer.concat(chunks);
        const decode = decoders[response.headers['content-encoding'] ?? ''];
        const text = () => (decode && bytes.length > 0 ? decode(bytes) : bytes).toString();
        resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes, text });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

let site: Site;
test.describe.configure({ mode: 'default' });
test.beforeAll(async ({ mailbox }) => {
  site = await startSite({ env: { SMTP_URL: mailbox.url } });
});
test.afterAll(() => site.stop());

const page = (path: string, headers: Record<string, string> = {}) => ask(site.url + path, { headers });
const tagOf = async (path: string, headers: Record<string, string> = {}) => (await page(path, headers)).headers.etag;

test('a client that has a page gets 304, in every encoding, and heads are like their pages', async () => {
  const plain = await page('/about');
  expect(plain.headers).toMatchObject({ 'cache-control': 'no-cache', vary: 'accept-encoding' });
  expect(plain.headers['content-encoding']).toBeUndefined();
  const tags = new Set([plain.headers.etag]);
  for (const encoding of ['br', 'zstd', 'gzip']) {
    const answer = await page('/about', { 'accept-encoding': encoding });
    expect(answer.headers).toMatchObject({
      'content-encoding': encoding,
      'content-length': String(answer.bytes.length),
    });
    expect(answer.text()).toBe(plain.text());
    tags.add(answer.headers.etag);
  }
  expect(tags.size).toBe(4);
  for (const tag of tags) {
    const again = await page('/about', { 'if-none-match': tag!, 'accept-encoding': 'br' });
    expect([again.status, again.bytes.length, again.headers.etag]).toEqual([304, 0, tag]);
  }
  const head = await ask(`${site.url}/about`, { method: 'HEAD' });
  expect([head.status, head.bytes.length, head.headers.etag]).toEqual([200, 0, plain.headers.etag]);
  expect(head.headers['content-length']).toBe(String(plain.bytes.length));
});

test('a browser that comes back is told that nothing changed', async ({ page: tab }) => {
  await tab.goto(`${site.url}/faq`);
  await tab.goto(`${site.url}/about`);
  const again = tab.waitForResponse(`${site.url}/faq`);
  await tab.goto(`${site.url}/faq`);
  const sizes = await (await again).request().sizes();
  expect(sizes.responseBodySize).toBe(0);
  await expect(tab.getByRole('heading', { level: 1 })).toBeVisible();
});

test('a page that is not for everybody, or not as it should be, has no tag and is not kept', async () => {
  for (const path of ['/login', '/register', '/update-password', '/referral', '/no/such/page', '/career/no-such-role'])
    expect(await tagOf(path), path).toBeUndefined();
  expect(await tagOf('/about', { cookie: 'session=of-nobody' })).toBeUndefined();
  const form = await ask(`${site.url}/contact`, {
    method: 'POST',
    headers: { origin: site.url, 'content-type': 'application/x-www-form-urlencoded' },
    body: 'fullName=Typed+by+somebody',
  });
  expect(form.headers).toMatchObject({ 'cache-control': 'no-store' });
  expect(form.headers.etag).toBeUndefined();
  expect(form.text().includes('Typed by somebody')).toBe(true);
});

test('what a page does not read of the query string makes no other page', async () => {
  const tag = await tagOf('/blogDey');
  expect(tag).toBeDefined();
  for (const query of ['?utm_source=x', '?', '?a=1&a=2', '?__proto__=1', '?%00', '?Q=the', `?${'x'.repeat(4_000)}`])
    expect(await tagOf(`/blogDey${query}`), query).toBe(tag);
  const { text } = await page('/blogDey?utm_source=kept-away&before=4&q=the');
  expect(text().includes('kept-away')).toBe(false);
  expect(text().match(/(?<=\?next=)[^"]*/)?.[0], 'the way to log in leads back to what is shown').toBe(
    encodeURIComponent('/blogDey?q=the&before=4'),
  );
  expect(await tagOf('/blogDey?before=4&q=the&x')).toBe(await tagOf('/blogDey?q=the&before=4&q=other'));
});

test('a new post appears after a second, and a hidden one is gone', async () => {
  await page('/blogDey');
  const title = `Kept ${Date.now()}`;
  const [id] = addPosts(site.dataDir, [{ title, content: '<p>New</p>' }]);
  await delay(FRESH_MS);
  expect((await page('/blogDey')).text().includes(title)).toBe(true);
  expect((await page(`/post/${id}`)).text().includes(title)).toBe(true);
  const { env } = process;
  process.env = { ...env, DATA_DIR: site.dataDir, DATABASE_URL: '' };
  expect(await runAdmin(['hide', 'post', String(id)])).toBe(0);
  process.env = env;
  await delay(FRESH_MS);
  expect((await page('/blogDey')).text().includes(title)).toBe(false);
  const gone = await page(`/post/${id}`);
  expect([gone.status, gone.headers.etag]).toEqual([404, undefined]);
});

test('a visitor who adds a post without script sees it at once', async () => {
  await page('/apy?sent=');
  for (const title of ['First of two', 'Second of two']) {
    const body = new URLSearchParams({ title, content: 'Written without script.' }).toString();
    const headers = { origin: site.url, 'content-type': 'application/x-www-form-urlencoded' };
    const { status, headers: answered } = await ask(`${site.url}/apy`, { method: 'POST', headers, body });
    expect(status).toBe(303);
    const shown = await page(
      new URL(answered.location!, site.url).pathname + new URL(answered.location!, site.url).search,
    );
    expect(shown.text().includes(title), title).toBe(true);
  }
});

test('a release is seen by the next request, and so is the step back', async () => {
  const before = await page('/faq');
  const career = await tagOf('/career');
  await publishThrowingOn('careers.career', 'mf-careers', site.store);
  const released = await page('/faq');
  expect(released.headers.etag).not.toBe(before.headers.etag);
  expect(await tagOf('/career'), 'made by the release before, so it is tried again').toBeUndefined();
  await rollBack('mf-careers', site.store);
  expect(await tagOf('/faq')).toBe(before.headers.etag);
  expect(await tagOf('/career')).toBe(career);
});

test('while the API is away kept pages stay, and when it is back they are as they should be', async () => {
  const known = await page('/post/2');
  await site.stopApi();
  await delay(FRESH_MS);
  for (let time = 0; time < 3; time += 1) {
    const kept = await page('/post/2');
    expect([kept.status, kept.headers.etag]).toEqual([200, known.headers.etag]);
    await delay(FRESH_MS / 2);
  }
  const other = await page('/post/3');
  expect([other.status, other.headers.etag]).toEqual([503, undefined]);
  const [id] = addPosts(site.dataDir, [{ title: 'While it was away', content: '<p>x</p>' }]);
  await site.startApi();
  // On a busy machine the first visitor still gets the kept page: nobody waits long for a newer one.
  const namesNewest = async () => new RegExp(`/post/${id}\\b`).test((await page('/post/2')).text());
  await expect.poll(namesNewest, 'the newest others').toBe(true);
  await expect.poll(async () => (await page('/post/3')).status).toBe(200);
});

test('10,000 requests of everybody at once: nobody gets a byte of anybody else', async ({ mailbox }) => {
  test.setTimeout(120_000);
  const members = await Promise.all(['Adaeze Quill', 'Bolanle Reed'].map((name) => signedIn(name, mailbox)));
  const words = [...members.map(({ name }) => name), 'Typed-by-nobody-else', 'Log out'];
  const paths = ['/', '/about', '/contact', '/career', '/blogDey', '/post/1', '/faq?x=1', '/getInTouch?service=web'];
  const expected = new Map<string, string>();
  for (const path of paths) expected.set(path, hashOf((await page(path)).text()));

  const cookies = [
    '',
    'session',
    'sessions=1',
    'xsession=1; theme=dark',
    `device=${'d'.repeat(40)}; registration=abc`,
    'provider-state=1; confirm=token; reset=token',
    '_ga=GA1.1.1; =; ;;',
    ...members.map(({ cookie }) => cookie.replace('session=', 'not-session=')),
  ];
  const counted = { anonymous: 0, member: 0, form: 0, false: 0 };
  // Collected, since so many expectations would take longer than the requests.
  const wrong: string[] = [];
  const named = (text: string) => words.filter((word) => text.includes(word));
  /** Bytes that decoded correctly, by path and tag. */
  const known = new Map<string, Buffer>();
  const isRight = (path: string, { bytes, headers, text }: Answer): boolean => {
    const key = `${path} ${headers.etag}`;
    if (!known.has(key) && hashOf(text()) === expected.get(path)) known.set(key, bytes);
    return known.get(key)?.equals(bytes) ?? false;
  };
  const one = async (index: number): Promise<void> => {
    const path = paths[index % paths.length]!;
    if (index % 50 === 7) {
      const member = members[Math.floor(index / 50) % 2]!;
      const { headers, text } = await page('/contact', {
        cookie: `theme=dark; ${member.cookie}`,
        'if-none-match': '*',
      });
      const isOwn = named(text()).join() === `${member.name},Log out`;
      if (!isOwn || headers['cache-control'] !== 'no-store' || headers.etag) wrong.push(`${index}: ${member.name}`);
      counted.member += 1;
    } else if (index % 100 === 31) {
      const typed = `Typed-by-nobody-else-${index}`;
      const { headers, text } = await ask(`${site.url}/contact`, {
        method: 'POST',
        headers: { origin: site.url, 'content-type': 'application/x-www-form-urlencoded' },
        body: `fullName=${typed}`,
      });
      const found = new Set(text().match(/Typed-by-nobody-else-\d+/g));
      if (headers['cache-control'] !== 'no-store' || [...found].join() !== typed) wrong.push(`${index}: ${typed}`);
      counted.form += 1;
    } else if (index % 200 === 53) {
      const { headers, text } = await page('/about', { cookie: `session=${'f'.repeat(32)}.false` });
      if (named(text()).length > 0 || headers.etag) wrong.push(`${index}: not a session`);
      counted.false += 1;
    } else {
      const cookie = cookies[index % cookies.length]!;
      const encoding = ['', 'br', 'gzip', 'zstd'][(index >> 3) % 4]!;
      const answer = await page(path, {
        ...(cookie && { cookie }),
        ...(encoding && { 'accept-encoding': encoding }),
      });
      const { 'set-cookie': set, 'cache-control': control } = answer.headers;
      if (set || control !== 'no-cache' || !isRight(path, answer)) wrong.push(`${index}: ${path} with "${cookie}"`);
      counted.anonymous += 1;
    }
  };
  let next = 0;
  const visitor = async (): Promise<void> => {
    while (next < 10_000) await one(next++);
  };
  await Promise.all(Array.from({ length: 24 }, visitor));
  expect(wrong).toEqual([]);
  expect(counted).toEqual({ anonymous: 9_650, member: 200, form: 100, false: 50 });
});

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

async function signedIn(name: string, mailbox: Parameters<typeof newMember>[1]) {
  const email = await newMember(site, mailbox, { username: name });
  const client = await playwrightRequest.newContext({ baseURL: site.url, extraHTTPHeaders: { origin: site.url } });
  expect((await client.post(accountCalls.login, { data: { email, password: PASSWORD } })).ok()).toBe(true);
  const { cookies } = await client.storageState();
  await client.dispose();
  const session = cookies.find((cookie) => cookie.name === 'session')!;
  return { name, cookie: `session=${session.value}` };
}
