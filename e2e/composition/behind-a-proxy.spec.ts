/**
 * What deploy/compose.yaml composes, as processes: two shells and two APIs on one PostgreSQL, behind nginx with the
 * very file that the container gets. Containers cannot run everywhere that tests do.
 */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { connect, type ClientHttp2Session, constants } from 'node:http2';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connect as connectTls } from 'node:tls';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { request as playwrightRequest } from 'playwright/test';
import { runAdmin } from '../../api/src/admin/run.ts';
import { accountCalls } from '../../shared/contracts/account.ts';
import { contactCall } from '../../shared/contracts/contact.ts';
import { postCalls, postFeeds } from '../../shared/contracts/posts.ts';
import { IMAGE_MAX_BYTES } from '../../shared/rules/limits.ts';
import { startPostgres, type RunningPostgres } from '../../tooling/postgres/start-postgres.ts';
import { freePort } from '../../tooling/processes/free-port.ts';
import { API_PROGRAM, SHELL_PROGRAM, startServer, type RunningServer } from '../../tooling/processes/servers.ts';
import { startCollector, type Collector } from '../../tooling/site/collector.ts';
import { copyReleaseStore } from '../../tooling/site/release-store.ts';
import { repositoryRoot } from '../../tooling/workspace/root.ts';
import { newMember, PASSWORD } from '../fixtures/members.ts';
import { changedBuild, NEXT_SHELL_PROGRAM } from '../fixtures/next-shell.ts';
import { findNginx, runNginx } from '../../tooling/processes/nginx.ts';
import { expect, test } from '../fixtures/test.ts';
import { newEmail } from '../fixtures/unique.ts';
import { scrape } from '../../shared/node/test-support/scrape.ts';
import { TRIAL_PATH } from '../../shared/node/trial.ts';

const isLinux = process.platform === 'linux';
/** Remotes whose pages are requested. */
const REMOTES = ['mf-marketing', 'mf-blog'];
const NO_NGINX = 'nginx is not installed, and there is no apt-get that could fetch it';
const LOOPBACK = '127.0.0.1';
const SECRET = 'the same thirty-two characters, or more, everywhere';
/** Where a visitor with many files comes from. */
const FILLER = '127.0.0.9';
/** Which machine is the CDN's. */
const CDN = '127.0.0.8';
/** How many files of one visitor an API takes at the same time. */
const FILES_AT_ONCE = 10;
/** How long a kept page is served without asking whether it is still true, in milliseconds. */
const FRESH_MS = 1_000;
/** How long requests go on after an instance was stopped, in milliseconds. */
const AFTERWARDS_MS = 500;
const VIEWS_OF_A_VISIT = 25;
const VIEW_EVERY_MS = 100;
/** One a millisecond, half of them before the stop. */
const MESSAGES_AT_A_STOP = 20;

interface Instance {
  port: number;
  metricsPort: number;
  running: RunningServer;
  /** Restarts it on the same port, like an upgrade. @param build another one of the shell */
  start: (build?: string) => Promise<RunningServer>;
}

test.describe.configure({ mode: 'default' });
let home: string;
let url: string;
let httpUrl: string;
let collector: Collector | undefined;
let postgres: RunningPostgres | undefined;
let stopNginx: (() => Promise<void>) | undefined;
const shells: Instance[] = [];
const apis: Instance[] = [];

async function instance(program: string, env: (port: number, metricsPort: number) => Record<string, string>) {
  const [port, metricsPort] = [await freePort(), await freePort()];
  const start = (build?: string) => {
    const own = env(port, metricsPort);
    return build ? startServer(NEXT_SHELL_PROGRAM, { ...own, SHELL_BUILD: build }) : startServer(program, own);
  };
  return { port, metricsPort, start, running: await start() } satisfies Instance;
}

/** Where a shell finds the releases. @param number 1 or 2 */
const viewOf = (number: number): string => path.join(home, `releases-${number}`);

test.beforeAll(async ({ mailbox }) => {
  const program = await findNginx();
  if (!program) return;
  home = await mkdtemp(path.join(tmpdir(), 'composition-'));
  const store = path.join(home, 'releases');
  const files = ['-keyout', path.join(home, 'key.pem'), '-out', path.join(home, 'certificate.pem')];
  const kind = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1 -subj /CN=localhost';
  await promisify(execFile)('openssl', [...kind.split(' '), ...files]);
  const [httpsPort, httpPort, apiPort] = [await freePort(), await freePort(), await freePort()];
  [url, httpUrl] = [`https://localhost:${httpsPort}`, `http://${LOOPBACK}:${httpPort}`];
  [postgres, collector] = await Promise.all([startPostgres(), startCollector(), copyReleaseStore(store, REMOTES)]);
  // Each shell has its own way to the store, which may be cut off.
  for (const number of [1, 2]) {
    await mkdir(viewOf(number));
    for (const name of await readdir(store)) await symlink(path.join(store, name), path.join(viewOf(number), name));
  }
  const common = {
    NODE_ENV: 'production',
    LOG_LEVEL: process.env.E2E_LOG_LEVEL ?? 'fatal',
    PUBLIC_URL: url,
    SESSION_SECRET: SECRET,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  };
  for (const number of [1, 2]) {
    apis.push(
      await instance(API_PROGRAM, (port, metricsPort) => ({
        ...common,
        API_PORT: String(port),
        METRICS_PORT: String(metricsPort),
        DATABASE_URL: postgres!.url,
        DATA_DIR: path.join(home, `api-${number}`),
        SMTP_URL: mailbox.url,
      })),
    );
    shells.push(
      await instance(SHELL_PROGRAM, (port, metricsPort) => ({
        ...common,
        PORT: String(port),
        METRICS_PORT: String(metricsPort),
        API_URL: `http://${LOOPBACK}:${apiPort}`,
        RELEASES_URL: pathToFileURL(viewOf(number)).href,
        DATA_DIR: path.join(home, `shell-${number}`),
        TRUST_PROXY: LOOPBACK,
      })),
    );
  }
  const at = (all: Instance[], index: number) => `${LOOPBACK}:${all[index]!.port}`;
  const values: Record<string, string> = {
    SHELL_1: at(shells, 0),
    SHELL_2: at(shells, 1),
    API_1: at(apis, 0),
    API_2: at(apis, 1),
    HTTP_LISTEN: `${LOOPBACK}:${httpPort}`,
    HTTPS_LISTEN: `${LOOPBACK}:${httpsPort}`,
    API_LISTEN: `${LOOPBACK}:${apiPort}`,
    PUBLIC_URL: url,
    TLS_CERTIFICATE: path.join(home, 'certificate.pem'),
    TLS_KEY: path.join(home, 'key.pem'),
    ACME_FOLDER: path.join(home, 'acme'),
    LOG_FOLDER: home,
  };
  const template = await readFile(path.join(repositoryRoot, 'deploy/nginx/site.conf.template'), 'utf8');
  // The site that nginx's image has, and which podman leaves beside ours.
  const welcome = `server { listen ${LOOPBACK}:${httpPort}; server_name localhost; return 200 Welcome; }`;
  stopNginx = await runNginx(
    program,
    httpsPort,
    () =>
      welcome +
      template
        .replace(/\$\{(\w+)\}/g, (_, name: string) => values[name]!)
        // As an operator does who has a CDN.
        .replace(/^# (set_real_ip_from) .+;$/m, `$1 ${CDN};`)
        .replace(/^# (real_ip_\w+ .+;)$/gm, '$1'),
  );
});
test.beforeEach(() => test.skip(stopNginx === undefined, NO_NGINX));
test.afterAll(async () => {
  await stopNginx?.();
  await Promise.all([...shells, ...apis].map(({ running }) => running.stop()));
  await Promise.all([postgres?.stop(), collector?.close()]);
  if (home) await rm(home, { recursive: true, force: true });
});

/** One request over HTTP/2, as browsers send them. @throws when the connection breaks */
function ask(
  session: ClientHttp2Session,
  asked: string,
  body?: object | URLSearchParams,
  headers: Record<string, string> = {},
) {
  const isForm = body instanceof URLSearchParams;
  return new Promise<{ status: number; headers: Record<string, unknown>; text: string }>((resolve, reject) => {
    const stream = session.request({
      [constants.HTTP2_HEADER_PATH]: asked,
      [constants.HTTP2_HEADER_METHOD]: body ? 'POST' : 'GET',
      ...(body && { 'content-type': `application/${isForm ? 'x-www-form-urlencoded' : 'json'}`, origin: url }),
      ...headers,
    });
    let text = '';
    stream.setEncoding('utf8');
    stream.on('data', (chunk: string) => (text += chunk));
    stream.once('error', reject);
    stream.once('response', (answered) =>
      stream.once('end', () => resolve({ status: answered[':status']!, headers: answered, text })),
    );
    stream.end(isForm ? body.toString() : body && JSON.stringify(body));
  });
}

/** @param ip where it comes from */
function session(ip?: string): ClientHttp2Session {
  const { port } = new URL(url);
  const options = {
    host: LOOPBACK,
    port: Number(port),
    localAddress: ip,
    ALPNProtocols: ['h2'],
    rejectUnauthorized: false,
  };
  return connect(url, { createConnection: () => connectTls(options) });
}

const message = () => ({
  fullName: 'Ada Obi',
  email: newEmail(),
  phone: '08031234567',
  subject: 'Obi Foods',
  message: 'We sell groceries.',
});

test('a page arrives over TLS and HTTP/2, with an id that is the same for proxy, shell and API', async () => {
  const client = session();
  const page = await ask(client, '/about');
  expect(page.status).toBe(200);
  expect(page.text).toContain('</html>');
  expect(page.headers['strict-transport-security']).toContain('max-age=');
  const [shell, api] = [`http://${LOOPBACK}:${shells[0]!.port}`, `http://${LOOPBACK}:${apis[0]!.port}`];
  for (const straight of [`${shell}/about`, `${shell}/api/blogs/posts`, `${api}/healthz`]) {
    const { headers } = await fetch(straight);
    expect(headers.get('strict-transport-security'), straight).toBe('max-age=63072000; includeSubDomains');
  }
  const posts = await ask(client, '/api/blogs/posts', undefined, { 'x-request-id': 'made-by-a-visitor' });
  expect(posts.headers['x-request-id'], "the proxy's").toMatch(/^[\da-f]{32}$/);
  expect((await ask(client, '/readyz')).status, 'is not for visitors').toBe(404);
  const long = `/blogDey?from=${'x'.repeat(4_000)}`;
  const back = await ask(client, TRIAL_PATH, new URLSearchParams(), { referer: url + long });
  expect([back.status, back.headers['location']], 'as long an address as browsers name').toEqual([303, long]);
  client.close();
});

test('visitors are known by what the CDN says of them, and by nothing that they say', async () => {
  test.skip(!isLinux, 'only Linux has many addresses of its own');
  const visits = [
    ['/about', CDN, '198.51.100.1, 203.0.113.50', '203.0.113.50'],
    ['/faq', '127.0.0.1', '203.0.113.51', '127.0.0.1'],
  ] as const;
  for (const [asked, from, said] of visits) {
    const client = session(from);
    expect((await ask(client, asked, undefined, { 'x-forwarded-for': said })).status).toBe(200);
    client.close();
  }
  const ips = async () => {
    const lines = (await readFile(path.join(home, 'access.log'), 'utf8')).trim().split('\n');
    const views = lines.map((line) => JSON.parse(line) as { path: string; ip: string });
    return visits.map(([asked]) => views.findLast((view) => view.path === asked)?.ip);
  };
  await expect.poll(ips).toEqual(visits.map(([, , , ip]) => ip));
});

test('without TLS, pages lead to it, calls are refused, and challenges for a certificate are answered', async () => {
  const answerTo = async (asked: string) => {
    const { status, headers } = await fetch(httpUrl + asked, { redirect: 'manual' });
    return [status, headers.get('location')];
  };
  expect(await answerTo('/career?role=design')).toEqual([301, `${url}/career?role=design`]);
  expect(await answerTo(accountCalls.session)).toEqual([403, null]);
  const folder = path.join(home, 'acme/.well-known/acme-challenge');
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'token'), 'token.thumbprint');
  const challenge = await fetch(`${httpUrl}/.well-known/acme-challenge/token`);
  expect([challenge.status, await challenge.text()]).toEqual([200, 'token.thumbprint']);
});

test('a login through one shell and API counts at the others', async ({ mailbox }) => {
  const email = await newMember({ url }, mailbox);
  const client = await playwrightRequest.newContext({ ignoreHTTPSErrors: true, extraHTTPHeaders: { origin: url } });
  expect((await client.post(url + accountCalls.login, { data: { email, password: PASSWORD } })).ok()).toBe(true);
  const { cookies } = await client.storageState();
  await client.dispose();
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  expect(cookie).toContain('__Host-session=');
  for (const { port } of shells) {
    const page = await fetch(`http://${LOOPBACK}:${port}/faq`, { headers: { cookie } });
    expect(await page.text()).toContain('Ada Obi');
  }
  for (const { port } of apis) {
    const known = await fetch(`http://${LOOPBACK}:${port}${accountCalls.session}`, { headers: { cookie } });
    expect(await known.json()).toMatchObject({ status: 'signed-in' });
  }
});

test('an image that is too large is refused by the API, which says what is allowed', async ({ request }) => {
  const image = Buffer.alloc(IMAGE_MAX_BYTES + 1);
  image.write('GIF89a');
  const answer = await request.post(url + postCalls.images, {
    ignoreHTTPSErrors: true,
    headers: { origin: url, 'content-type': 'image/gif' },
    data: image,
  });
  expect(answer.status()).toBe(413);
  expect(((await answer.json()) as { detail: string }).detail).toContain('the limit is 10 MB');
});

test('files that never arrive completely are counted, not collected by nginx', async () => {
  const client = session(FILLER);
  const headers = { 'content-type': 'image/gif', origin: url };
  const more = Array.from({ length: 2 * FILES_AT_ONCE }, () => {
    const stream = client.request({
      [constants.HTTP2_HEADER_PATH]: postCalls.images,
      [constants.HTTP2_HEADER_METHOD]: 'POST',
      [constants.HTTP2_HEADER_CONTENT_LENGTH]: IMAGE_MAX_BYTES,
      ...headers,
    });
    stream.on('error', () => {}).write('GIF89a');
    return stream;
  });
  await expect.poll(async () => (await ask(client, postCalls.images, {}, headers)).status).toBe(429);
  expect(more.every(({ closed }) => !closed)).toBe(true);
  client.destroy();
});

test('a form is taken once, whichever instance gets it, and its mail is sent once', async ({ mailbox }) => {
  const client = session();
  const sent = message();
  const key = crypto.randomUUID();
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => ask(client, contactCall, sent, { 'idempotency-key': key })),
  );
  expect(new Set(answers.map(({ text }) => text)).size, answers[0]!.text).toBe(1);
  await mailbox.waitFor((mail) => mail.replyTo?.[0]?.address === sent.email);
  const sentBy = async ({ metricsPort }: Instance) => (await scrape(metricsPort)).get('api_mails_total{result="sent"}');
  const [first = 0, second = 0] = await Promise.all(apis.map(sentBy));
  expect(first + second).toBeGreaterThan(0);
  client.close();
});

test('a post is in the feeds of all APIs and the kept pages of all shells, and once hidden in none', async () => {
  const textOf = async ({ port }: Instance, asked: string) => {
    const answer = await fetch(`http://${LOOPBACK}:${port}${asked}`);
    return { status: answer.status, isKept: answer.headers.has('etag'), text: await answer.text() };
  };
  const hits = async ({ metricsPort }: Instance) =>
    (await scrape(metricsPort)).get('shell_kept_pages_total{result="hit"}') ?? 0;
  for (const shell of shells) expect(await textOf(shell, '/blogDey')).toMatchObject({ status: 200, isKept: true });

  const title = `Woven at two places ${Date.now()}`;
  const client = session();
  const added = await ask(client, postCalls.add, { title, content: '<p>New</p>' });
  client.close();
  expect(added.status).toBe(201);
  const { postId } = JSON.parse(added.text) as { postId: number };
  for (const api of apis)
    for (const feed of [postFeeds.rss, postFeeds.atom]) expect((await textOf(api, feed)).text).toContain(title);
  await delay(FRESH_MS);
  for (const shell of shells) {
    for (const asked of ['/blogDey', `/post/${postId}`]) {
      expect((await textOf(shell, asked)).text, asked).toContain(title);
      const before = await hits(shell);
      expect(await textOf(shell, asked)).toMatchObject({ status: 200, isKept: true });
      expect(await hits(shell), 'from memory').toBe(before + 1);
    }
  }

  const { env } = process;
  process.env = { ...env, DATA_DIR: path.join(home, 'api-1'), DATABASE_URL: postgres!.url, SESSION_SECRET: SECRET };
  expect(await runAdmin(['hide', 'post', String(postId)])).toBe(0);
  process.env = env;
  for (const api of apis)
    for (const feed of [postFeeds.rss, postFeeds.atom]) expect((await textOf(api, feed)).text).not.toContain(title);
  await delay(FRESH_MS);
  for (const shell of shells) {
    expect((await textOf(shell, '/blogDey')).text).not.toContain(title);
    expect((await textOf(shell, `/post/${postId}`)).status).toBe(404);
  }
});

/** A trace's spans, once all the named ones have arrived: they are sent every five seconds. */
async function spansOf(trace: string, names: string[]) {
  const found = () => collector!.spans().filter(({ traceId }) => traceId === trace);
  await expect
    .poll(() => found().map(({ name }) => name), { timeout: 20_000 })
    .toEqual(expect.arrayContaining(names) as string[]);
  return found();
}

type Spans = Awaited<ReturnType<typeof spansOf>>;

/** The way from a trace's first span to one of the others, by their parents. */
function wayTo(spans: Spans, isLast: (span: { name: string; parent: Spans[number] | undefined }) => boolean): string[] {
  const parentOf = ({ parentSpanId }: Spans[number]) => spans.find(({ spanId }) => spanId === parentSpanId);
  const way: string[] = [];
  let span = spans.find((each) => isLast({ name: each.name, parent: parentOf(each) }));
  for (; span; span = parentOf(span)) way.unshift(`${span.service}: ${span.name}`);
  return way;
}

test('one trace leads from a page through its release and API to the database, from a form to its mail', async () => {
  const client = session();
  // A trace that a visitor sends along must not become ours.
  const strange = { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' };
  const answers = [
    await ask(client, '/post/424242', undefined, strange),
    await ask(client, '/contact', new URLSearchParams(message()), strange),
  ];
  client.close();
  expect(answers.map(({ status }) => status)).toEqual([404, 303]);
  const [ofPage, ofForm] = answers.map(
    ({ headers }) => /^traceparent;desc="00-([\da-f]{32})-/.exec(String(headers['server-timing']))?.[1] ?? '',
  );
  const apiCall = 'GET /api/blogs/posts/:id';
  const page = await spansOf(ofPage!, ['GET /post/:id', 'render', 'call the API', apiCall, 'sql select']);
  expect(wayTo(page, ({ name, parent }) => name === 'sql select' && parent?.name === apiCall)).toEqual([
    'shell: GET /post/:id',
    'shell: render',
    'shell: call the API',
    `api: ${apiCall}`,
    'api: sql select',
  ]);

  const sent = await spansOf(ofForm!, ['POST /contact', 'render', `POST ${contactCall}`, 'sql insert', 'send mail']);
  expect(wayTo(sent, ({ name }) => name === 'send mail')).toEqual([
    'shell: POST /contact',
    'shell: render',
    'shell: call the API',
    `api: POST ${contactCall}`,
    'api: send mail',
  ]);
  for (const [spans, remote] of [
    [page, 'mf-blog'],
    [sent, 'mf-marketing'],
  ] as const) {
    const release = expect.stringMatching(/^[\w-]+$/) as unknown;
    expect(spans.find(({ name }) => name === 'render')!.attributes).toEqual({ remote, release });
  }
});

test('while the shells have different builds, what the pages of either name is available', async () => {
  const [, second] = shells;
  const build = await changedBuild((bundle) => `${bundle}// The next build.\n`, false);
  await second!.running.stop();
  second!.running = await second!.start(build);
  const pages = await Promise.all(shells.map(({ port }) => fetch(`http://${LOOPBACK}:${port}/about`)));
  const [former = [], next = []] = await Promise.all(
    pages.map(async (page) => [...new Set((await page.text()).match(/(?<!\w)\/assets\/[\w.-]+/g))]),
  );
  expect(former).not.toEqual(next);
  const client = session();
  // Several times each: nginx asks the shells in turn.
  for (const file of [...former, ...next])
    for (let time = 0; time < 4; time += 1) expect((await ask(client, file)).status, file).toBe(200);
  client.close();
  for (const file of former)
    expect((await fetch(`http://${LOOPBACK}:${second!.port}${file}`)).status, `${file}, for open tabs`).toBe(200);
  await second!.running.stop();
  second!.running = await second!.start();
  await rm(build, { recursive: true });
});

test('files of a release that one shell cannot read come from the other', async () => {
  const client = session();
  const { text } = await ask(client, '/blogDey');
  const files = [...text.matchAll(/"(\/remotes\/[^"]+\.js)"/g)].map(([, file]) => file!);
  const view = path.join(viewOf(1), 'mf-blog');
  await rename(view, `${view}.away`);
  try {
    expect((await fetch(`http://${LOOPBACK}:${shells[0]!.port}${files[0]}`)).status).toBe(503);
    // Twice: nginx asks the shells in turns.
    const answers = [...files, ...files].map(async (file) => (await ask(client, file)).status);
    expect(new Set(await Promise.all(answers))).toEqual(new Set([200]));
  } finally {
    await rename(`${view}.away`, view);
    client.close();
  }
});

test('each instance is replaced under requests, and not one of them fails', async () => {
  test.slow();
  const failures: string[] = [];
  let answers = 0;
  const over = new AbortController();
  const take = async (client: ClientHttp2Session, asked: string, expected: number, body?: object) => {
    const { status, text } = await ask(client, asked, body).catch((error: unknown) => ({
      status: 0,
      text: String(error),
    }));
    answers += 1;
    if (status !== expected) failures.push(`${asked} ${status} ${text.slice(0, 200)}`);
  };
  const newVisitor = (asked: string, ip?: string) => {
    const client = session(ip);
    client.on('error', (error) => failures.push(`${asked} ${String(error)}`));
    return client;
  };
  /** A visitor who comes again and again, each time with their own connection. */
  const visit = async (asked: string) => {
    while (!over.signal.aborted) {
      const client = newVisitor(asked);
      for (let time = 0; time < VIEWS_OF_A_VISIT && !over.signal.aborted; time += 1) {
        await take(client, asked, 200);
        await delay(VIEW_EVERY_MS);
      }
      client.close();
    }
  };
  const secret = 'known-to-one-mailbox';
  const visitors = ['/about', '/blogs', '/api/blogs/posts', `/faq?token=${secret}`].map(visit);
  // nginx asks another instance for a view that failed, but must not for a message: some are on their way at each stop.
  // One client may not send many of them, and only Linux has many addresses of its own.
  const senders = isLinux
    ? Array.from({ length: MESSAGES_AT_A_STOP }, (_, n) => newVisitor(contactCall, `127.0.1.${1 + n}`))
    : [];
  for (const each of [...shells, ...apis]) {
    await delay(AFTERWARDS_MS);
    const sent = senders.map((client, n) => delay(n).then(() => take(client, contactCall, 201, message())));
    await delay(MESSAGES_AT_A_STOP / 2);
    await each.running.stop();
    expect(await each.running.exited, 'it stopped in order').toBe(0);
    await Promise.all(sent);
    await delay(AFTERWARDS_MS);
    each.running = await each.start();
  }
  await delay(AFTERWARDS_MS);
  over.abort();
  await Promise.all(visitors);
  for (const client of senders) client.close();
  expect(failures.slice(0, 10)).toEqual([]);
  expect(answers).toBeGreaterThan(100);

  await test.step("the proxy's log names the instances that did not answer, and no secret of a link", async () => {
    const [lines, errors] = await Promise.all(
      ['access.log', 'error.log'].map((name) => readFile(path.join(home, name), 'utf8')),
    );
    const logged = lines!.trim().split('\n');
    expect(lines! + errors!).not.toContain(secret);
    const asked = logged.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(asked).toContainEqual(
      expect.objectContaining({
        requestId: expect.stringMatching(/^[\da-f]{32}$/) as unknown,
        method: 'GET',
        path: '/faq',
        ip: LOOPBACK,
        status: 200,
        upstreamStatus: '502, 200',
      }),
    );
  });
});

test('Prometheus learns from each instance what it did, by patterns', async () => {
  const client = session();
  await ask(client, '/post/1234567');
  // Twice each: nginx asks the shells in turn.
  for (let time = 0; time < 4; time += 1) await ask(client, '/about');
  client.close();
  const all = await Promise.all([...shells, ...apis].map(({ metricsPort }) => scrape(metricsPort)));
  const told = (key: RegExp) =>
    all.reduce(
      (sum, values) => sum + [...values].reduce((part, [name, value]) => part + (key.test(name) ? value : 0), 0),
      0,
    );
  expect(
    told(/^http_server_request_duration_seconds_count\{method="GET",route="\/about",status="200"\}/),
  ).toBeGreaterThan(0);
  expect(told(/^shell_renders_total\{remote="mf-marketing",release="[\w-]+",outcome="rendered"\}/)).toBeGreaterThan(0);
  expect(told(/^shell_kept_pages_total\{result="hit"\}/)).toBeGreaterThan(0);
  expect(told(/^shell_render_threads$/)).toBeGreaterThan(0);
  expect(told(/^api_database_connections\{state="idle"\}/)).toBeGreaterThan(0);
  expect(told(/^shell_api_ready$/), 'nobody has asked for /readyz').toBe(shells.length);
  expect(all.flatMap((values) => [...values.keys()]).join('\n')).not.toContain('1234567');
});
