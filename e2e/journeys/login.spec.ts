/** The login page itself: its ways onward, and what browsers need to fill it in. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Locator } from 'playwright/test';
import { openHydrated } from '../fixtures/hydrated.ts';
import { recordShifts } from '../fixtures/layout-shifts.ts';
import { expect, test } from '../fixtures/test.ts';

test('leads to registration and to a new password; the browser can fill it in, and shows the password', async ({
  page,
  request,
}) => {
  await openHydrated(page, '/login?ref=ABCDEFGH23');
  await expect(page.getByText('Forget password?')).toBeVisible();
  for (const [name, href] of [
    ['Click Here', '/forget-password?ref=ABCDEFGH23'],
    ['Register', '/register?ref=ABCDEFGH23'],
  ] as const) {
    await expect(page.getByRole('link', { name })).toHaveAttribute('href', href);
    expect(await (await request.get(href)).text(), `${name}: and back`).toMatch(/href="?\/login\?ref=ABCDEFGH23[" >]/);
  }
  await expect(page.getByText('Google'), 'no provider is set up here').toHaveCount(0);
  const [email, password] = [page.getByLabel('Email'), page.getByLabel('Password', { exact: true })];
  await expect(email).toHaveAttribute('type', 'email');
  await expect(email).toHaveAttribute('autocomplete', 'username');
  await expect(password).toHaveAttribute('type', 'password');
  await expect(password).toHaveAttribute('autocomplete', 'current-password');
  await password.fill('thread by thread');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(password).toHaveAttribute('type', 'text');
  // A phone changes nothing in it: hidden, it would be as it was typed, and then be another one.
  for (const [name, value] of Object.entries({ autocapitalize: 'none', autocorrect: 'off', spellcheck: 'false' }))
    await expect(password).toHaveAttribute(name, value);
  await expect(password).toHaveValue('thread by thread');
  await test.step('a typed password is gone when the visitor comes back to the page', async () => {
    // What browsers do when they keep a page; the tests' windowless ones keep none.
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })));
    await expect(password).toHaveValue('');
  });
  await test.step('a browser that takes no cookies is told that it needs one', async () => {
    const browser = await page.context().newCDPSession(page);
    await browser.send('Emulation.setDocumentCookieDisabled', { disabled: true });
    await email.fill('adaeze@nwosu.example');
    await password.fill('thread by thread');
    await page.getByRole('button', { name: 'Log In' }).click();
    await expect(page.getByRole('alert')).toHaveText(/^Your browser takes no cookies from this site/);
    await expect(password, 'nothing is typed twice').toHaveValue('thread by thread');
    await browser.detach();
  });
  await test.step('on a wide window the heading begins below the logo', async () => {
    await page.setViewportSize({ width: 1920, height: 900 });
    const left = async (part: Locator) => (await part.boundingBox())!.x;
    expect(await left(page.getByRole('heading', { level: 1 }))).toBe(await left(page.locator('[data-logo]')));
  });
  await test.step('the cloth fills its half of a very wide window', async () => {
    await page.setViewportSize({ width: 3840, height: 2160 });
    const cloth = (await page.getByRole('main').locator('svg[viewBox]').last().boundingBox())!;
    expect(cloth.x).toBeLessThanOrEqual(1920);
    expect(cloth.x + cloth.width).toBeGreaterThanOrEqual(3840);
    expect(cloth.y + cloth.height).toBeGreaterThanOrEqual(2160);
  });
});

test('the form does not move while the page arrives', async ({ page, baseURL }) => {
  // A connection that stalls in the middle of the form.
  const line = createServer(async (request, response) => {
    const answer = await fetch(baseURL + request.url!, { headers: { 'accept-encoding': 'identity' } });
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' });
    const body = Buffer.from(await answer.arrayBuffer());
    const half = body.indexOf('type=password');
    if (half > 0) {
      response.write(body.subarray(0, half));
      await delay(500);
    }
    response.end(body.subarray(Math.max(0, half)));
  });
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve));
  try {
    const shifts = await recordShifts(page);
    await page.goto(`http://127.0.0.1:${(line.address() as AddressInfo).port}/login`, { waitUntil: 'load' });
    await page.evaluate(() => document.fonts.ready.then(() => new Promise(requestAnimationFrame)));
    expect((await shifts()).filter(({ value }) => value > 0.01)).toEqual([]);
  } finally {
    line.closeAllConnections();
    line.close();
  }
});
