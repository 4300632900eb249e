import { connect } from 'node:net';
import { once } from 'node:events';
import { accountCalls } from 'shared/contracts/account';
import { contactCall } from 'shared/contracts/contact';
import { newsletterCalls } from 'shared/contracts/newsletter';
import { postCalls } from 'shared/contracts/posts';
import { type Problem, problemCodes } from 'shared/contracts/problem';
import { contactForm } from 'shared/rules/contact-form';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PUBLIC_URL, startApi, type TestApi } from './support/api.ts';
import { goodMessage } from './support/contact.ts';
import { databaseKinds } from './support/database.ts';
import { malformedBodies } from './support/malformed.ts';
import { registrationOf } from './support/visitor.ts';

const routes = [
  { path: contactCall, bodies: malformedBodies({ ...goodMessage }, Object.keys(contactForm)) },
  { path: newsletterCalls.subscribe, bodies: malformedBodies({ email: 'ada@example.com' }, ['email']) },
  { path: newsletterCalls.confirm, bodies: malformedBodies({ token: 'x' }, ['token']) },
  { path: accountCalls.register, bodies: malformedBodies(registrationOf('ada@example.com'), ['username', 'email', 'password']) },
  { path: accountCalls.login, bodies: malformedBodies({ email: 'ada@example.com', password: 'a password' }, ['email', 'password']) },
  { path: accountCalls.forgotPassword, bodies: malformedBodies({ email: 'ada@example.com' }, ['email']) },
  { path: accountCalls.newPassword, bodies: malformedBodies({ password: 'a password' }, ['password']) },
  { path: postCalls.posts, bodies: malformedBodies({ title: 'Title', content: '<p>text</p>' }, ['title', 'content']) },
  { path: postCalls.add, bodies: malformedBodies({ title: 'Title', content: 'text' }, ['title', 'content']) },
];

describe.each(databaseKinds)('malformed requests on %s', (kind) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi(kind);
  });
  afterAll(() => api.close());

  const count = async () =>
    Promise.all(
      (['contact_messages', 'outbox', 'posts', 'idempotency_keys', 'subscribers', 'users'] as const).map(async (table) => {
        const { n } = await api.db.selectFrom(table).select((row) => row.fn.countAll<string | number>().as('n')).executeTakeFirstOrThrow();
        return Number(n);
      }),
    );

  test.each(routes)('every malformed body to $path is refused with a reason', async ({ path, bodies }) => {
    expect(bodies.length).toBeGreaterThan(100);
    const before = await count();
    const wrong: unknown[] = [];
    for (const { name, body, type = 'application/json' } of bodies) {
      const response = await api.fetch(path, { method: 'POST', body, headers: { origin: PUBLIC_URL, 'content-type': type } });
      const answer = await response.text();
      const problem = parse(answer);
      const isFine =
        response.status >= 400 &&
        response.status < 500 &&
        response.headers.get('content-type')?.startsWith('application/problem+json') &&
        problem?.status === response.status &&
        problemCodes.includes(problem.code) &&
        problem.detail !== '' &&
        !/node_modules|\.ts\b|\bat .+:\d+|Error:|SQL/.test(answer);
      if (!isFine) wrong.push({ name, status: response.status, answer: answer.slice(0, 300) });
    }
    expect(wrong).toEqual([]);
    expect(await count()).toEqual(before);
    expect(api.log.filter((line) => line.includes('"level":50'))).toEqual([]);
  });

  test('the API still works afterwards', async () => {
    const response = await api.fetch(contactCall, {
      method: 'POST',
      body: JSON.stringify(goodMessage),
      headers: { 'content-type': 'application/json; charset=utf-8' },
    });
    expect(response.status).toBe(201);
  });
});

describe('malformed HTTP', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi('sqlite');
  });
  afterAll(() => api.close());

  test.each([
    ['GET', '/api/nothing', 404],
    ['GET', '/', 404],
    ['DELETE', contactCall, 405],
    ['GET', contactCall, 405],
    ['PUT', `${postCalls.posts}/1`, 405],
    ['GET', '/api/blogs/posts/%ZZ', 400],
    ['GET', `/api/${'a/'.repeat(100)}`, 404],
    ['GET', '/api/../../etc/passwd', 404],
    ['POST', '/healthz', 405],
  ])('%s %s is answered with %i', async (method, path, status) => {
    const response = await api.fetch(path, { method });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ status });
    if (status === 405) expect(response.headers.get('allow')).toBeTruthy();
  });

  test.each([
    'GARBAGE\r\n\r\n',
    'GET /healthz HTTP/9.9\r\n\r\n',
    'GET /healthz HTTP/1.1\r\nhost: x\r\nbad header\r\n\r\n',
    `GET /healthz HTTP/1.1\r\nhost: x\r\n${'h: 1\r\n'.repeat(10)}big: ${'x'.repeat(17_000)}\r\n\r\n`,
    `POST ${contactCall} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: -5\r\n\r\n{}`,
    `POST ${contactCall} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n{}`,
    `POST ${contactCall} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nZZ\r\n{}\r\n`,
  ])('%j is refused', async (request) => {
    const socket = connect(Number(new URL(api.origin).port), '127.0.0.1').setEncoding('utf8');
    socket.write(request);
    socket.on('error', () => {});
    const [answer] = (await once(socket, 'data')) as [string];
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(answer).not.toMatch(/\bat .+:\d+|node_modules/);
    socket.destroy();
  });
});

function parse(text: string): Problem | undefined {
  try {
    return JSON.parse(text) as Problem;
  } catch {
    return undefined;
  }
}
