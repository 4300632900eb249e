import { readFile } from 'node:fs/promises';
import { Validator } from '@seriousme/openapi-schema-validator';
import { accountCalls, accountLinks } from 'shared/contracts/account';
import { applicationCall } from 'shared/contracts/careers';
import { contactCall } from 'shared/contracts/contact';
import { hideLink, moderationCalls } from 'shared/contracts/moderation';
import { newsletterCalls } from 'shared/contracts/newsletter';
import { paymentEventsCall } from 'shared/contracts/payments';
import { postCalls, postFeeds } from 'shared/contracts/posts';
import { referralCalls } from 'shared/contracts/referrals';
import { applicationForm } from 'shared/rules/careers/application-form';
import { contactForm } from 'shared/rules/contact/contact-form';
import {
  APPLICATIONS_PER_HOUR,
  IMAGES_PER_DAY,
  POSTS_PER_MINUTE,
  REPORTS_PER_HOUR,
  SIGN_UPS_PER_HOUR,
} from 'shared/rules/limits';
import { newsletterForm } from 'shared/rules/newsletter/newsletter-form';
import { postForm } from 'shared/rules/posts/post-form';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PUBLIC_URL, startApi, type TestApi } from '../../test/support/api.ts';

interface Answer {
  description: string;
  content?: object;
}

/** How an answer is described of which the route says nothing. */
const NOTHING_SAID = 'Default Response';

interface Document {
  openapi: string;
  paths: Record<
    string,
    Record<
      string,
      {
        summary?: string;
        servers?: { url: string }[];
        responses: Record<string, Answer>;
        parameters?: { in: string; name: string; required?: boolean; schema: { enum?: string[] } }[];
        requestBody?: { content: Record<string, { schema: { required?: string[] } }> };
      }
    >
  >;
}

let api: TestApi;
let document: Document;
beforeAll(async () => {
  api = await startApi('sqlite');
  document = (await (await api.fetch('/api/openapi.json')).json()) as Document;
});
afterAll(() => api.close());

test('the document is valid OpenAPI', async () => {
  const { valid, errors } = await new Validator().validate({ ...structuredClone(document) });
  expect(errors).toBeUndefined();
  expect(valid).toBe(true);
});

const readAccount: string[] = [accountCalls.session, accountCalls.account, accountCalls.signInMethods];

test('it lists every route with its answers', () => {
  const routes = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(routes.toSorted()).toEqual(
    [
      'GET /healthz',
      'GET /readyz',
      'GET /api/openapi.json',
      `POST ${applicationCall}`,
      `POST ${paymentEventsCall}`,
      `GET ${referralCalls.overview}`,
      `POST ${referralCalls.link}`,
      `POST ${referralCalls.redeem}`,
      `POST ${contactCall}`,
      `POST ${newsletterCalls.subscribe}`,
      `POST ${newsletterCalls.confirm}`,
      `GET ${newsletterCalls.unsubscribe}`,
      `POST ${newsletterCalls.unsubscribe}`,
      ...[...readAccount, accountCalls.confirm, accountCalls.newPassword].map((path) => `GET ${path}`),
      ...Object.values(accountCalls)
        .filter((path) => !readAccount.includes(path))
        .map((path) => `POST ${path}`),
      ...Object.values(accountLinks).map((path) => `${path === accountLinks.logout ? 'POST' : 'GET'} ${path}`),
      `GET ${postCalls.posts}`,
      `POST ${postCalls.posts}`,
      `GET ${postCalls.posts}/{id}`,
      `PUT ${postCalls.posts}/{id}`,
      `DELETE ${postCalls.posts}/{id}`,
      `POST ${postCalls.posts}/{id}/reports`,
      `GET ${postCalls.ownPosts}`,
      `GET ${postCalls.ownPosts}/{id}`,
      `GET ${hideLink}`,
      `GET ${moderationCalls.hiding}`,
      `POST ${moderationCalls.hiding}`,
      `GET ${postCalls.list}`,
      `POST ${postCalls.add}`,
      `POST ${postCalls.images}`,
      `GET ${postCalls.images}/{id}`,
      ...Object.values(postFeeds).map((path) => `GET ${path}`),
    ].toSorted(),
  );
  const isSaid = ({ description, content }: Answer) => content !== undefined || description !== NOTHING_SAID;
  const undescribed = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { summary, responses }]) =>
      summary && Object.values(responses).every(isSaid) ? [] : [`${method.toUpperCase()} ${path}`],
    ),
  );
  expect(undescribed).toEqual([]);
  const neverFails = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.values(methods).flatMap(({ responses }) => (responses['4XX'] && responses['5XX'] ? [] : [path])),
  );
  expect(neverFails, 'all others are behind limits, and the database').toEqual(['/healthz']);
  const tagged = Object.entries(document.paths).filter(([, methods]) => methods['get']?.responses['304']);
  expect(tagged.map(([path]) => path).toSorted()).toEqual(
    [
      postCalls.posts,
      `${postCalls.posts}/{id}`,
      postCalls.list,
      `${postCalls.images}/{id}`,
      ...Object.values(postFeeds),
    ].toSorted(),
  );
  const contact = document.paths[contactCall]?.['post'];
  expect(Object.keys(contact?.responses ?? {})).toEqual(['201', '4XX', '5XX']);
  expect(JSON.stringify(contact?.requestBody)).toContain('"required":["fullName","email","phone","subject","message"]');
});

test('it requires the headers without which a call is refused', () => {
  const required = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { parameters = [] }]) =>
      parameters
        .filter(({ in: place, name, required }) => place === 'header' && required && name !== 'origin')
        .map(({ name }) => `${method.toUpperCase()} ${path} ${name}`),
    ),
  );
  expect(required.toSorted()).toEqual(
    [
      ...['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => `POST ${paymentEventsCall} ${name}`),
      `PUT ${postCalls.posts}/{id} if-match`,
      `DELETE ${postCalls.posts}/{id} if-match`,
    ].toSorted(),
  );
});

test('it requires the origin of the site where a cookie decides, or all else is refused', async () => {
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, { parameters = [] }] of Object.entries(methods)) {
      const sent = { method: method.toUpperCase(), redirect: 'manual' as const };
      const answer = await api.fetch(path.replace('{id}', '1'), sent);
      const isRefused = answer.status === 403 && (await answer.text()).includes('cross-site-request');
      const said = parameters.find(({ in: place, name }) => place === 'header' && name === 'origin');
      expect({ path, method, required: said?.required, origins: said?.schema.enum }).toEqual({
        path,
        method,
        ...(isRefused ? { required: true, origins: [PUBLIC_URL] } : {}),
      });
    }
});

test('it says where the process is asked how it is: at the site the shell answers instead', () => {
  const elsewhere = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.values(methods).some(({ servers }) => servers) ? [path] : [],
  );
  expect(elsewhere).toEqual(['/healthz', '/readyz']);
});

test('answers that lead elsewhere have no body', async () => {
  const redirects = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).flatMap(({ responses }) => responses['303'] ?? []),
  );
  expect(redirects.length).toBeGreaterThan(0);
  expect(redirects.filter(({ content }) => content !== undefined)).toEqual([]);
  const { headers } = await api.fetch(`${accountLinks.confirm}?token=x`, { redirect: 'manual' });
  expect([headers.get('content-length'), headers.get('content-type')]).toEqual(['0', null]);
});

test.each([
  [accountCalls.confirm, undefined],
  [accountCalls.passkeyOptions, undefined],
  [accountCalls.removePasskey, ['id']],
  [accountCalls.deleteAccount, undefined],
  [accountCalls.login, ['email', 'password']],
  [accountCalls.changePassword, ['current', 'password']],
])('it says whether %s can do without a password', (path, required) => {
  expect(document.paths[path]!['post']!.requestBody!.content['application/json']!.schema.required).toEqual(required);
});

test('it has the body of every call that takes one', () => {
  const without = Object.entries(document.paths).flatMap(([path, { post, put }]) =>
    [post, put].some((call) => call && !call.requestBody) ? [path] : [],
  );
  const { endOtherSessions, passkeyLoginOptions } = accountCalls;
  expect(without.toSorted()).toEqual(
    [
      newsletterCalls.unsubscribe,
      moderationCalls.hiding,
      referralCalls.link,
      accountLinks.logout,
      endOtherSessions,
      passkeyLoginOptions,
    ].toSorted(),
  );
  const typesOf = (path: string) => Object.keys(document.paths[path]!['post']!.requestBody!.content);
  expect(typesOf(postCalls.images)).toEqual(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);
  expect(typesOf(paymentEventsCall)).toEqual(['application/json']);
});

test('docs/api.md names every route', async () => {
  const text = await readFile(new URL('../../../docs/api.md', import.meta.url), 'utf8');
  // Calls about accounts have their own table, without the beginning that they share.
  const isNamed = (path: string) =>
    [`(?<= |\`)${path}`, `(?<=\`)${path.replace(/^\/api\/auth\//, '')}`].some((name) =>
      new RegExp(`${name.replace(/[{}.]/g, '\\$&')}(?![/\\w-])`).test(text),
    );
  const missing = Object.keys(document.paths).filter((path) => !isNamed(path));
  expect(missing).toEqual([]);
});

test('whatever changes something has a limit, and is refused to the pages of other sites', async () => {
  const writing = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).flatMap((method) => (method === 'get' ? [] : [{ path, method: method.toUpperCase() }])),
  );
  const found: Record<'open' | 'withoutOrigin' | 'withoutLimit', string[]> = {
    open: [],
    withoutOrigin: [],
    withoutLimit: [],
  };
  const limits: Record<string, [requests: number, minutes: number]> = {};
  for (const { path, method } of writing) {
    const send = (headers: Record<string, string>) =>
      api.fetch(path.replace('{id}', '1'), { method, headers, redirect: 'manual' });
    const name = `${method} ${path}`;
    if ((await send({ origin: 'http://evil.test' })).status !== 403) found.open.push(name);
    if ((await send({})).status !== 403) found.withoutOrigin.push(name);
    const { headers } = await send({ origin: PUBLIC_URL });
    if (!headers.has('x-ratelimit-limit')) found.withoutLimit.push(path);
    limits[path] = [Number(headers.get('x-ratelimit-limit')), Math.ceil(Number(headers.get('x-ratelimit-reset')) / 60)];
  }
  // A secret in the request decides.
  const open = [`POST ${paymentEventsCall}`, `POST ${newsletterCalls.unsubscribe}`];
  expect(found.open.toSorted()).toEqual(open.toSorted());
  // Programs may call them, too: no cookie is needed.
  const forPrograms = [applicationCall, contactCall, newsletterCalls.subscribe, newsletterCalls.confirm].concat([
    postCalls.posts,
    postCalls.add,
    postCalls.images,
    `${postCalls.posts}/{id}/reports`,
  ]);
  expect(found.withoutOrigin.toSorted()).toEqual([...open, ...forPrograms.map((path) => `POST ${path}`)].toSorted());
  // Accounts count attempts by person and address (features/accounts/limits.ts).
  const ofAccounts: string[] = [...Object.values(accountCalls), accountLinks.logout];
  expect(found.withoutLimit.filter((path) => !ofAccounts.includes(path))).toEqual([]);
  expect(limits).toMatchObject({
    [contactCall]: [POSTS_PER_MINUTE, 1],
    [postCalls.posts]: [POSTS_PER_MINUTE, 1],
    [applicationCall]: [APPLICATIONS_PER_HOUR, 60],
    [newsletterCalls.subscribe]: [SIGN_UPS_PER_HOUR, 60],
    [`${postCalls.posts}/{id}/reports`]: [REPORTS_PER_HOUR, 60],
    [postCalls.images]: [IMAGES_PER_DAY, 24 * 60],
  });
});

test.each([
  [contactCall, contactForm, Object.keys(contactForm)],
  [newsletterCalls.subscribe, newsletterForm, ['email']],
  [applicationCall, applicationForm, ['role', 'firstName', 'lastName', 'email', 'phone', 'cv']],
  [postCalls.posts, postForm, ['title', 'content']],
  [postCalls.add, postForm, ['title', 'content']],
])('the body of %s has the fields of its form', (path, form, required) => {
  const [{ schema }] = Object.values(document.paths[path]!['post']!.requestBody!.content) as [
    { schema: { properties: object; required: string[] } },
  ];
  expect(Object.keys(schema.properties)).toEqual(Object.keys(form));
  expect(schema.required).toEqual(required);
});
