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
import { newsletterForm } from 'shared/rules/newsletter/newsletter-form';
import { postForm } from 'shared/rules/posts/post-form';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type TestApi } from '../../test/support/api.ts';

interface Document {
  openapi: string;
  paths: Record<
    string,
    Record<
      string,
      { responses: Record<string, unknown>; requestBody?: { content: Record<string, { schema: unknown }> } }
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
      ...readAccount.map((path) => `GET ${path}`),
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
