/**
 * A day on a real site, with every form, with script and without, and with things going wrong. Neither server's log,
 * even with every line that it can write, has a word of what people typed, or any secret.
 */
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import PostalMime from 'postal-mime';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { pdf } from '../../api/test/support/documents.ts';
import { runAdmin } from '../../api/src/admin/run.ts';
import { accountCalls, accountLinks } from '../../shared/contracts/account.ts';
import { applicationCall, CV_FIELD } from '../../shared/contracts/careers.ts';
import { contactCall } from '../../shared/contracts/contact.ts';
import { newsletterCalls } from '../../shared/contracts/newsletter.ts';
import { paymentEventsCall } from '../../shared/contracts/payments.ts';
import { postCalls } from '../../shared/contracts/posts.ts';
import { referralCalls } from '../../shared/contracts/referrals.ts';
import { ensureBuilt, siteTargets } from '../build/ensure-built.ts';
import { findProgram } from '../processes/debian-program.ts';
import { freePort } from '../processes/free-port.ts';
import { API_PROGRAM, type RunningServer, SHELL_PROGRAM, startServer } from '../processes/servers.ts';
import { repositoryRoot } from '../workspace/root.ts';
import { copyReleaseStore } from './release-store.ts';

const BUILDS_MS = 240_000;
const SECRET = `installation ${randomUUID()}`;
const PAYMENTS_SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

let dataDir: string;
let url: string;
const servers: RunningServer[] = [];
const logs = { api: [] as string[], shell: [] as string[] };

beforeAll(async () => {
  await ensureBuilt(siteTargets, () => {});
  dataDir = await mkdtemp(path.join(tmpdir(), 'day-'));
  await copyReleaseStore(path.join(dataDir, 'releases'));
  const [port, apiPort] = [await freePort(), await freePort()];
  url = `http://localhost:${port}`;
  const env = {
    NODE_ENV: 'production',
    LOG_LEVEL: 'trace',
    DATA_DIR: dataDir,
    PUBLIC_URL: url,
    API_URL: `http://localhost:${apiPort}`,
    SMTP_URL: '',
    DATABASE_URL: '',
    RELEASES_URL: '',
    SESSION_SECRET: SECRET,
    PAYMENTS_SECRET,
  };
  const api = startServer(API_PROGRAM, { ...env, API_PORT: String(apiPort) }, (line) => logs.api.push(line));
  const shell = startServer(SHELL_PROGRAM, { ...env, PORT: String(port) }, (line) => logs.shell.push(line));
  servers.push(...(await Promise.all([api, shell])));
}, BUILDS_MS);
afterAll(async () => {
  for (const server of servers) await server.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** What no log may have. */
const secrets = new Set<string>([SECRET, PAYMENTS_SECRET.slice(6)]);
const secret = (value: string): string => {
  secrets.add(value);
  return value;
};
const word = (what: string) => secret(`${what}${randomUUID().replaceAll('-', '').slice(0, 12)}`);

class Browser {
  readonly #cookies = new Map<string, string>();
  readonly #agent = word('Agent');

  async send(target: string, init: RequestInit = {}): Promise<Response> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { origin: url, 'user-agent': this.#agent, ...(cookie && { cookie }), ...(init.headers as object) };
    const response = await fetch(new URL(target, url), { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value.length > 15) secret(value);
      this.#cookies.set(name, value);
    }
    return response;
  }

  json(target: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return this.send(target, {
      method: 'POST',
      body: text,
      headers: { 'content-type': 'application/json', ...headers },
    });
  }

  /** As a browser without script sends it. */
  form(target: string, fields: Record<string, string>): Promise<Response> {
    return this.send(target, { method: 'POST', body: new URLSearchParams(fields) });
  }

  upload(target: string, fields: Record<string, string>, field: string, bytes: string | Buffer): Promise<Response> {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    body.set(field, new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)]), `${word('File')}.pdf`);
    return this.send(target, { method: 'POST', body });
  }
}

/** The link in the newest mail to a person, once it has come. */
async function mailedLink(to: string, subject: RegExp): Promise<string> {
  const folder = path.join(dataDir, 'mail');
  const found = async () => {
    for (const name of (await readdir(folder).catch(() => [])).toSorted().toReversed()) {
      if (!name.endsWith('.eml')) continue;
      const mail = await PostalMime.parse(await readFile(path.join(folder, name)));
      const link = /^http\S+token=(\S+)$/m.exec(mail.text ?? '');
      if (mail.to?.[0]?.address === to && subject.test(mail.subject ?? '') && link) return [link[0], link[1]!] as const;
    }
    return undefined;
  };
  await expect.poll(found, { timeout: 20_000, interval: 200 }).toBeDefined();
  const [link, token] = (await found())!;
  secret(token);
  return link;
}

async function admin(...words: string[]): Promise<number> {
  const env = { DATA_DIR: dataDir, SESSION_SECRET: SECRET, DATABASE_URL: '', PUBLIC_URL: url };
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  return await runAdmin(words).finally(() => vi.unstubAllEnvs());
}

test('the lines about a request are found as docs/operations.md says, among all in a journal', async (context) => {
  const jq = await findProgram({ package: 'jq', path: 'usr/bin/jq', version: '--version' });
  if (!jq) return context.skip('jq is not installed, and there is no apt-get that could fetch it');
  const docs = await readFile(path.join(repositoryRoot, 'docs/operations.md'), 'utf8');
  const [, options = '', filter = ''] = /journalctl .+ \| jq ((?:--\S+ )*)'(.+)'/.exec(docs) ?? [];
  const answer = await fetch(`${url}${postCalls.posts}`);
  const id = answer.headers.get('x-request-id')!;
  for (const lines of Object.values(logs)) await expect.poll(() => lines.join('\n')).toContain(id);
  const unit = 'portloom-api@8081.service - Portloom API on port 8081';
  const journal = [
    `Started ${unit}.`,
    ...logs.api,
    'API: port 8081 is in use.',
    `Stopped ${unit}.`,
    ...logs.shell,
    '0',
  ];
  const words = [...options.split(' ').filter(Boolean), '--compact-output', filter.replace('…', id)];
  const found = execFileSync(jq, words, { input: journal.join('\n') })
    .toString()
    .trim()
    .split('\n');
  expect(found).toEqual(journal.filter((line) => line.includes(id)));
  expect(new Set(found.map((line) => (JSON.parse(line) as { service: string }).service)).size).toBe(2);
});

test('no word of a day is in a log', async () => {
  const browser = new Browser();
  const someone = () => ({ email: `${word('mail')}@people.test`, name: word('Name') });
  const { email, name } = someone();
  const [password, wrong, next] = [word('Pass'), word('Wrong'), word('Next')];
  const contact = () => ({
    fullName: word('Name'),
    email: `${word('mail')}@people.test`,
    phone: '08031234567',
    subject: word('Firm'),
    message: word('Message'),
  });
  const status = async (response: Promise<Response>) => (await response).status;

  // The contact form: with script, without, wrong, broken, too long.
  expect(await status(browser.json(contactCall, contact()))).toBe(201);
  expect(await status(browser.form('/contact', contact()))).toBe(303);
  expect(await status(browser.json(contactCall, { ...contact(), email: word('not-an-address') }))).toBe(422);
  expect(await status(browser.form('/contact', { ...contact(), email: word('not-an-address') }))).toBe(422);
  expect(await status(browser.json(contactCall, `{"message": "${word('Broken')}`))).toBe(400);
  expect(await status(browser.json(contactCall, { ...contact(), message: word('Long').repeat(4_000) }))).toBe(422);
  expect(
    await status(browser.json(`${contactCall}?email=${email}`, contact(), { 'idempotency-key': randomUUID() })),
  ).toBe(201);

  // An account: registered, confirmed, wrong password, logged in, forgotten, changed.
  const registration = { username: name, email, password, term: true };
  expect(await status(browser.json(accountCalls.register, registration))).toBe(202);
  const confirm = await mailedLink(email, /Confirm/);
  expect(await status(browser.send(confirm))).toBe(303);
  expect(await status(browser.send(`${accountLinks.confirm}?token=${word('Guess')}`))).toBeLessThan(400);
  expect(await status(browser.json(accountCalls.confirm, {}))).toBe(200);
  expect(await status(browser.json(accountCalls.login, { email, password: wrong }))).toBe(401);
  expect(await status(browser.form('/login', { email, password: wrong }))).toBe(401);
  expect(await status(browser.form(`/login?next=/account&email=${email}`, { email, password }))).toBe(303);
  expect(await (await browser.send('/account')).text()).toContain(email);
  expect(await status(browser.form('/forget-password', { email }))).toBe(303);
  expect(await status(browser.send(await mailedLink(email, /password/i)))).toBe(303);
  expect(await status(browser.json(accountCalls.newPassword, { password: next }))).toBe(200);
  expect(await status(browser.json(accountCalls.login, { email, password: next }))).toBe(200);
  expect(
    await status(browser.json(accountCalls.changePassword, { current: wrong, password: word('Pass') })),
  ).toBeGreaterThan(399);
  expect(
    await status(new Browser().json(accountCalls.login, { email, password: next }, { origin: 'https://else.test' })),
  ).toBe(403);

  // Application, newsletter, posts, images, referrals, payments.
  const person = { role: 'flutter-developer', firstName: word('Name'), lastName: word('Name'), phone: '08031234567' };
  const application = { ...person, email, linkedin: '', about: word('About') };
  expect(
    await status(browser.upload(applicationCall, application, CV_FIELD, `%PDF-1.4 ${word('Paper')}`)),
  ).toBeGreaterThan(399);
  expect(
    await status(browser.upload('/career/flutter-developer', application, CV_FIELD, word('Paper'))),
  ).toBeGreaterThan(399);
  expect(await status(browser.upload(applicationCall, application, CV_FIELD, pdf(500)))).toBe(201);
  expect(await status(browser.form('/newsletter', { email }))).toBe(303);
  const subscription = new URL(await mailedLink(email, /subscri/i)).searchParams.get('token')!;
  expect(await status(browser.send(`/newsletter/confirm?token=${subscription}`))).toBe(200);
  expect(await status(browser.json(newsletterCalls.confirm, { token: subscription }))).toBe(200);
  const ending = await mailedLink(email, /You are subscribed/);
  expect(
    await status(browser.send(`${newsletterCalls.unsubscribe}${new URL(ending).search}`, { method: 'POST' })),
  ).toBe(200);
  expect(await status(browser.json(postCalls.add, { title: word('Title'), content: `<p>${word('Post')}</p>` }))).toBe(
    201,
  );
  expect(await status(browser.form('/new', { title: word('Title'), content: word('Post') }))).toBeLessThan(500);
  expect(await status(browser.send(`/blogs?q=${word('Search')}`))).toBe(200);
  expect(await status(browser.upload(postCalls.images, {}, 'image', word('Picture')))).toBeGreaterThan(399);
  const link = (await (await browser.json(referralCalls.link, {})).json()) as { code: string };
  expect(await status(browser.send(`/register?ref=${secret(link.code)}`))).toBe(200);
  expect(await status(browser.json(referralCalls.redeem, { use: 'payments' }))).toBe(409);
  const event = {
    type: 'payment.succeeded',
    timestamp: new Date().toISOString(),
    data: { email, amount: 5, currency: 'NGN' },
  };
  const pay = (key: string) => {
    const [id, at, body] = [word('event'), new Date(), JSON.stringify(event)];
    const signature = secret(new Webhook(key).sign(id, at, body));
    const timestamp = String(Math.floor(at.getTime() / 1000));
    return browser.json(paymentEventsCall, body, {
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': signature,
    });
  };
  expect(await status(pay(PAYMENTS_SECRET))).toBe(200);
  expect(await status(pay(`whsec_${Buffer.alloc(32, 8).toString('base64')}`))).toBe(401);

  // The company, and a person who wants to be forgotten.
  expect(await admin('list', 'messages', '--out', path.join(dataDir, 'messages.txt'))).toBe(0);
  expect(await admin('export-person', email, '--to', path.join(dataDir, 'export'))).toBe(0);
  expect(await admin('record-payment', '--email', email, '--amount', '5', '--currency', 'NGN')).toBe(0);
  expect(await admin('delete-person', email, '--yes')).toBe(0);

  // A database that fails while people send things, and then a shell without an API.
  const db = new DatabaseSync(path.join(dataDir, 'site.db'), { timeout: 10_000 });
  db.exec('alter table outbox rename to outbox_away');
  expect(await status(browser.json(contactCall, contact()))).toBe(500);
  expect(await status(browser.form('/contact', contact()))).toBeGreaterThan(499);
  expect(await status(browser.json(accountCalls.register, { ...registration, email: someone().email }))).toBeLessThan(
    600,
  );
  db.exec('alter table outbox_away rename to outbox');
  db.close();
  await servers[0]!.stop();
  expect(await status(browser.json(contactCall, contact()))).toBe(503);
  expect(await status(browser.form(`/login?email=${email}`, { email, password: next }))).toBeGreaterThan(499);

  for (const [server, lines] of Object.entries(logs)) {
    expect(lines.length, server).toBeGreaterThan(20);
    const text = lines.join('\n').toLowerCase();
    // What is written may be encoded differently.
    const found = [...secrets].filter((each) =>
      [each, encodeURIComponent(each), Buffer.from(each).toString('base64'), JSON.stringify(each).slice(1, -1)].some(
        (form) => text.includes(form.toLowerCase()),
      ),
    );
    expect(found, server).toEqual([]);
  }
  expect(secrets.size).toBeGreaterThan(60);
  expect(logs.api.join('\n'), 'failures are logged').toContain('outbox');
});
