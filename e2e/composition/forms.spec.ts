/** What browsers without script send to pages. The pages' own tests show what becomes of it. */
import { forgottenPasswordForm } from 'shared/rules/accounts/forgotten-password-form';
import { loginForm } from 'shared/rules/accounts/login-form';
import { registrationForm } from 'shared/rules/accounts/registration-form';
import { applicationForm } from 'shared/rules/careers/application-form';
import { contactForm } from 'shared/rules/contact/contact-form';
import type { FormTable } from 'shared/rules/form';
import { newsletterForm } from 'shared/rules/newsletter/newsletter-form';
import { simplePostForm } from 'shared/rules/posts/post-form';
import { reportForm } from 'shared/rules/posts/report-form';
import { expect, test } from '../fixtures/test.ts';

const form = { 'content-type': 'application/x-www-form-urlencoded' };

/** By page. The editor's author is a field for members only; hidden ones are rendered when they have a value. */
const forms: [string, FormTable][] = [
  ['/contact', contactForm],
  ['/career', applicationForm],
  ['/newsletter', newsletterForm],
  ['/post/1/report', reportForm],
  ['/apy', simplePostForm],
  ['/login', loginForm],
  ['/register', registrationForm],
  ['/forget-password', forgottenPasswordForm],
];

const titleIn = (html: string): string => /<title>(.*?)<\/title>/.exec(html)?.[1] ?? '';

test('the forms of pages have every field of their tables', async ({ request }) => {
  for (const [path, table] of forms) {
    const fields = Object.keys(table).filter((name) => table[name]!.kind !== 'hidden');
    const html = await (await request.get(path)).text();
    const missing = [...html.matchAll(/<form\b.*?<\/form>/gs)].map(([form]) =>
      fields.filter((name) => !new RegExp(`<(input|select|textarea)\\b[^>]* name="${name}"`).test(form)),
    );
    expect(missing, path).toContainEqual([]);
  }
});

test('the title of a page says that its form was refused', async ({ request }) => {
  const own = forms.map(([path]) => path).filter((path) => path !== '/career');
  const others = ['/new', '/register/confirm?by=password', '/update-password', '/newsletter/confirm?token=x'];
  for (const path of [...own, ...others, '/referral']) {
    const response = await request.post(path, { headers: form, data: 'wish=link' });
    expect(response.status(), path).toBeGreaterThanOrEqual(400);
    expect(response.status(), path).toBeLessThan(500);
    expect(titleIn(await response.text()), path).toMatch(/^Error: /);
    expect(titleIn(await (await request.get(path)).text()), path).not.toMatch(/^Error: /);
  }
});

test('a page that takes no forms says so', async ({ request }) => {
  const response = await request.post('/career', { headers: form, data: 'a=b' });
  expect(response.status()).toBe(405);
  expect(response.headers()['allow']).toBe('GET, HEAD');
  expect(await response.json()).toMatchObject({
    code: 'method-not-allowed',
    detail: 'This page does not accept forms.',
  });
});

test('a form for an address that no remote owns gets the 404 page', async ({ request }) => {
  const response = await request.post('/no/such/page', { headers: form, data: 'a=b' });
  expect(response.status()).toBe(404);
  expect(await response.text()).toContain('Unexpected Application Error!');
});

test('a form from a page of another site is refused', async ({ request, site }) => {
  const response = await request.post('/contact', {
    headers: { ...form, origin: 'https://elsewhere.example' },
    data: 'a=b',
  });
  expect(response.status()).toBe(403);
  expect(await response.json()).toMatchObject({
    code: 'cross-site-request',
    detail: expect.stringContaining(site.url),
  });
});

test('a text browser that does not say where a form comes from is told so, and not that it was elsewhere', async ({
  request,
  site,
}) => {
  const response = await request.post('/login', {
    headers: form,
    data: 'email=ada@portloom.example&password=three+green+looms',
  });
  expect(response.status()).toBe(403);
  const html = await response.text();
  expect(html).toContain('Your browser did not say which page sent this');
  expect(html).toContain(`Open ${site.url} in another browser and try again.`);
});

test('what is not a form, or is too large, is refused with a message, in the form that the client asks for', async ({
  request,
}) => {
  const json = await request.post('/contact', { data: { a: 'b' } });
  expect(json.status()).toBe(415);
  expect(await json.json()).toMatchObject({ code: 'unsupported-media-type' });

  const asBrowsersDo = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
  const sentence = await request.post('/contact', { headers: asBrowsersDo, data: { a: 'b' } });
  expect(await sentence.text()).toBe('Forms are sent as application/x-www-form-urlencoded.');

  const large = await request.post('/contact', {
    headers: { ...form, accept: 'text/plain' },
    data: `a=${'b'.repeat(70_000)}`,
  });
  expect(large.status()).toBe(413);
  expect(await large.text()).toBe('What you sent is too large. Shorten it, then send it again.');
});

test('other methods are refused', async ({ request }) => {
  const response = await request.put('/contact', { headers: form, data: 'a=b' });
  expect(response.status()).toBe(405);
  expect(response.headers()['allow']).toBe('GET, HEAD, POST');
});
