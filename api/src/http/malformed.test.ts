import { connect } from 'node:net';
import { once } from 'node:events';
import { accountCalls } from 'shared/contracts/account';
import { contactCall } from 'shared/contracts/contact';
import { newsletterCalls } from 'shared/contracts/newsletter';
import { paymentEventsCall } from 'shared/contracts/payments';
import { postCalls } from 'shared/contracts/posts';
import { type Problem, problemCodes } from 'shared/contracts/problem';
import { contactForm } from 'shared/rules/contact/contact-form';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PUBLIC_URL, startApi, type TestApi } from '../../test/support/api.ts';
import { goodMessage } from '../../test/support/contact.ts';
import { databaseKinds } from '../../test/support/database.ts';
import { malformedBodies } from '../../test/support/malformed.ts';
import { confirmedVisitor, memberOf, registrationOf } from '../../test/support/visitor.ts';

const routes = [
  { path: contactCall, bodies: malformedBodies({ ...goodMessage }, Object.keys(contactForm)) },
  { path: newsletterCalls.subscribe, bodies: malformedBodies({ email: 'ada@example.com' }, ['email']) },
  { path: newsletterCalls.confirm, bodies: malformedBodies({ token: 'x' }, ['token']) },
  {
    path: accountCalls.register,
    bodies: malformedBodies(registrationOf('ada@example.com'), ['username', 'email', 'password']),
  },
  {
    path: accountCalls.confirmAnew,
    bodies: malformedBodies({ username: 'Ada Obi', password: 'a password', term: true }, ['username', 'password']),
  },
  {
    path: accountCalls.login,
    bodies: malformedBodies({ email: 'ada@example.com', password: 'a password' }, ['email', 'password']),
  },
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
      (['contactMessages', 'outbox', 'posts', 'idempotencyKeys', 'subscribers', 'users'] as const).map(
        async (table) => {
          const { n } = await api.db
            .selectFrom(table)
            .select((row) => row.fn.countAll<string | number>().as('n'))
            .executeTakeFirstOrThrow();
          return Number(n);
        },
      ),
    );

  test.each(routes)('every malformed body to $path is refused with a reason', async ({ path, bodies }) => {
    expect(bodies.length).toBeGreaterThan(100);
    const before = await count();
    const wrong: unknown[] = [];
    for (const { name, body, type = 'application/json' } of bodies) {
      const response = await api.fetch(path, {
        method: 'POST',
        body,
        headers: { origin: PUBLIC_URL, 'content-type': type },
      });
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
    expect(api.log.filter((line) => line.includes('"level":"error"'))).toEqual([]);
  });

  describe('text that no database holds', () => {
    interface Operation {
      requestBody?: { content: Record<string, unknown> };
      parameters?: { name: string; in: string }[];
    }
    /** Every route, according to the API's own description. */
    const operations = async () => {
      const { paths } = (await (await api.fetch('/api/openapi.json')).json()) as {
        paths: Record<string, Record<string, Operation>>;
      };
      return Object.entries(paths).flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
      );
    };
    const visitor = { origin: PUBLIC_URL, 'content-type': 'application/json' };

    test('is refused in every body, at its field', async () => {
      const routesWithBody = (await operations()).filter(
        // An event is not read before its signature, and nobody keeps what is not asked for.
        ({ path, operation }) => path !== paymentEventsCall && operation.requestBody?.content['application/json'],
      );
      expect(routesWithBody.length).toBeGreaterThan(12);
      for (const { path, method } of routesWithBody) {
        for (const [body, field] of [
          ['{"x":"\\u0000"}', 'x'],
          ['{"x":{"y":["a",["\\ud800"]]}}', 'x'],
          ['{"ref":"\\udfffx"}', 'ref'],
        ] as const) {
          const response = await api.fetch(path.replace(/\{\w+\}/g, '1'), { method, body, headers: visitor });
          expect(await response.json(), `${path} ${body}`).toMatchObject({
            status: 422,
            errors: [{ field, message: expect.stringContaining('not text') }],
          });
        }
        const named = await api.fetch(path.replace(/\{\w+\}/g, '1'), {
          method,
          body: '{"a\\u0000":1}',
          headers: visitor,
        });
        expect(await named.json(), path).toMatchObject({ status: 400, code: 'malformed-body' });
      }
    });

    test('is refused in every query, and is never a URL', async () => {
      for (const { path, method, operation } of await operations()) {
        const url = path.replace(/\{\w+\}/g, '1');
        for (const name of ['q', 'next', 'ref', 'token', 'x%00']) {
          const response = await api.fetch(`${url}?${name}=a%00`, {
            method,
            headers: { origin: PUBLIC_URL },
            redirect: 'manual',
          });
          expect(await response.json(), `${method} ${path} ${name}`).toMatchObject({
            status: 400,
            code: 'malformed-request',
            detail: expect.stringContaining('not text'),
          });
        }
        if (!operation.parameters?.some((parameter) => parameter.in === 'path')) continue;
        const response = await api.fetch(path.replace(/\{\w+\}/g, '1%00'), {
          method,
          headers: { origin: PUBLIC_URL },
        });
        expect(await response.json(), path).toMatchObject({
          status: 404,
          code: 'not-found',
          detail: expect.stringContaining('not text'),
        });
      }
    });

    test('tells nobody who has an account: the code of a referral link is looked at before anything else', async () => {
      const known = 'known@example.com';
      await confirmedVisitor(api, known);
      const answers = [known, 'unknown@example.com'].map(async (email) => {
        const texts = ['"\\u0000"', '"\\ud800"', '"not a code"', '7', '["a"]'].map((ref) =>
          JSON.stringify({ ...registrationOf(email), ref: '@@' }).replace('"@@"', ref),
        );
        const responses = await Promise.all(
          texts.map((body) => api.fetch(accountCalls.register, { method: 'POST', body, headers: visitor })),
        );
        return responses.map(({ status }) => status);
      });
      expect(await Promise.all(answers)).toEqual([
        [422, 422, 202, 202, 202],
        [422, 422, 202, 202, 202],
      ]);
    });

    test('is never a session to end, nor a cookie', async () => {
      const member = await memberOf(api, 'member@example.com');
      expect((await member.post(accountCalls.endSession, { id: 'a\u0000b' })).status).toBe(422);
      const names = ['session', 'provider-state', 'confirm', 'reset', 'registration', 'device'];
      const calls: [string, object?][] = [
        [accountCalls.session],
        [accountCalls.account],
        ['/auth/google'],
        ['/auth/callback/google?state=x&code=x'],
        [accountCalls.confirm, { password: 'x' }],
        [accountCalls.confirmAnew, { username: 'Ada', password: 'three green looms', term: true }],
        [accountCalls.newPassword, { password: 'three green looms' }],
        [accountCalls.login, { email: 'member@example.com', password: 'wrong' }],
        [accountCalls.endOtherSessions, {}],
        ['/auth/logout', {}],
      ];
      for (const value of [
        '%00',
        `a%00.${'A'.repeat(43)}%3D`,
        `%ED%A0%80.${'A'.repeat(43)}=`,
        '%',
        '%ZZ.x',
        '\u00ff',
        '""',
        '.'.repeat(2_000),
      ]) {
        const cookie = names.map((name) => `${name}=${value}`).join('; ');
        for (const [path, body] of calls) {
          const response = await api.fetch(path, {
            headers: { ...visitor, cookie },
            redirect: 'manual',
            ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
          });
          expect(response.status, `${path} with ${value}`).toBeLessThan(500);
        }
      }
      expect(api.log.filter((line) => line.includes('"level":"error"'))).toEqual([]);
    });
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
    ['PATCH', `${postCalls.posts}/1`, 405],
    ['PUT', postCalls.posts, 405],
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
