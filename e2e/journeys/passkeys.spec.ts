/** A passkey from adding to removing it, with Chromium's own virtual device. */
import type { Page } from 'playwright/test';
import { accountCalls } from '../../shared/contracts/account.ts';
import { expectNoViolations, overflowing, smallTargets } from '../fixtures/accessibility.ts';
import { hold } from '../fixtures/held.ts';
import { hydrated, openHydrated } from '../fixtures/hydrated.ts';
import { recordShifts } from '../fixtures/layout-shifts.ts';
import { login, newMember } from '../fixtures/members.ts';
import { desktop, phone } from '../fixtures/screens.ts';
import { expect, test } from '../fixtures/test.ts';
import { translate } from '../fixtures/translated.ts';

// Browsers report what is refused on purpose here.
test.use({ expectedComplaints: { matching: [/status of 4(01|22)/] } });

/** A device that asks its user, and is told yes. */
async function plugIn(page: Page) {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const setVerified = (isUserVerified: boolean) =>
    client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
  return { setVerified };
}

test('add a passkey, log in with it, remove it', async ({ page, site, mailbox }) => {
  // Without a gap in it, it must not widen the page.
  const name = 'My_phone_'.repeat(6);
  const email = await newMember(site, mailbox);
  const device = await plugIn(page);
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(request.url()));
  const shifts = await recordShifts(page);
  await openHydrated(page, '/login?next=/account');
  const ceremony = /ceremonies/;
  expect(
    scripts.some((url) => ceremony.test(url)),
    'loaded before anybody asked for it',
  ).toBe(false);
  await login(page, email);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your account');
  await hydrated(page);
  const moved = await shifts();
  expect(
    moved.filter(({ value }) => value > 0.005),
    'what is pressed early would move away',
  ).toEqual([]);
  await page.getByLabel('Name of the passkey').fill(name);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page).toHaveURL(/done=passkey-added$/);
  expect(
    scripts.some((url) => ceremony.test(url)),
    'the test knows its name',
  ).toBe(true);
  await expect(page.getByRole('status')).toContainText('The passkey has been added.');
  await expect(page.getByRole('listitem').filter({ hasText: name })).toBeVisible();
  await mailbox.waitFor((mail) => mail.to?.[0]?.address === email && /A passkey was added/.test(mail.subject ?? ''));
  await expectNoViolations(page, [desktop, phone]);
  expect(await overflowing(page)).toEqual([]);
  expect(await smallTargets(page)).toEqual([]);
  await page.setViewportSize(desktop);

  await test.step('some time after the login, the password that is asked for has the focus', async () => {
    const errors = [{ field: 'password', message: 'Enter your password, too.' }];
    const json = { status: 422, code: 'validation-failed', detail: errors[0]!.message, errors };
    await page.route(`**${accountCalls.passkeyOptions}`, (route) => route.fulfill({ status: 422, json }));
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    const password = page.getByLabel('Your password', { exact: true });
    await expect(password).toBeFocused();
    await expect(password).toHaveAccessibleDescription('Enter your password, too.');
    await page.unrouteAll();
  });

  // The same device has nothing to add.
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByRole('alert')).toContainText('This device already has a passkey for your account.');

  await test.step('when the session has ended, the button leads to the login page and back', async () => {
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await expect(page).toHaveURL(/\/login\?next=%2Faccount&error=session-ended$/);
    await hydrated(page);
  });
  const passkeyLogin = page.getByRole('button', { name: 'Continue with a passkey' });
  await device.setVerified(false);
  await passkeyLogin.click();
  await expect(page.getByRole('alert')).toContainText('No passkey was used.');
  await expect(passkeyLogin).toBeFocused();
  await expectNoViolations(page, [phone, desktop]);
  await page.setViewportSize(desktop);
  await device.setVerified(true);
  await passkeyLogin.click();
  await expect(page).toHaveURL(/\/account$/);
  await expect(page.getByText('This browser, since')).toBeVisible();

  await page.getByRole('button', { name: `Remove ${name}` }).click();
  await expect(page).toHaveURL(/done=passkey$/);
  await expect(page.getByRole('status')).toContainText('The passkey has been removed.');
  await page.getByRole('banner').getByRole('button', { name: 'Log out' }).click();
  await openHydrated(page, '/login');
  await translate(page);
  const options = await hold(page, `**${accountCalls.passkeyLoginOptions}`);
  await passkeyLogin.click();
  await expect(page.getByRole('button', { name: 'Waiting for your device...' }), 'translated or not').toBeVisible();
  options.release();
  await expect(page.getByRole('alert')).toContainText('This passkey was not accepted.');
});
