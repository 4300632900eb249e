/** The same site on PostgreSQL. */
import { access } from 'node:fs/promises';
import path from 'node:path';
import { startPostgres, type RunningPostgres } from '../../tooling/postgres/start-postgres.ts';
import { openHydrated } from '../fixtures/hydrated.ts';
import { mailFiles } from '../fixtures/mail-files.ts';
import { startSite, type Site } from '../../tooling/site/start-site.ts';
import { expect, test } from '../fixtures/test.ts';

let postgres: RunningPostgres;
let own: Site;

test.beforeAll(async () => {
  postgres = await startPostgres();
  own = await startSite({
    remotes: ['mf-blog', 'mf-marketing'],
    env: { DATABASE_URL: postgres.url, SESSION_SECRET: 'only for the tests: thirty-two characters' },
  });
});
test.afterAll(async () => {
  await own?.stop();
  await postgres?.stop();
});

test('a post is published and outlives a restart', async ({ page }) => {
  await openHydrated(page, `${own.url}/apy`);
  await page.getByLabel('Title').fill('Kept in PostgreSQL');
  await page.getByLabel('Content').fill('₦ and 🧵');
  await page.getByRole('button', { name: 'Add post' }).click();
  await expect(page.getByRole('article').first()).toContainText('Kept in PostgreSQL');

  await own.stopApi();
  await own.startApi();
  await openHydrated(page, `${own.url}/blogDey`);
  await page.getByRole('link', { name: 'Kept in PostgreSQL' }).click();
  await expect(page.getByText('₦ and 🧵')).toBeVisible();
  await expect(access(path.join(own.dataDir, 'site.db')), 'SQLite is not used').rejects.toThrow('ENOENT');
});

test('a contact message is stored and mailed', async ({ page }) => {
  await openHydrated(page, `${own.url}/contact`);
  const values = {
    'Full Name': 'Adaeze Nwosu',
    'Company Name': 'Nwosu',
    Email: 'adaeze@nwosu.example',
    Phone: '08031234567',
    Message: 'Hello',
  };
  for (const [label, value] of Object.entries(values)) await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByText('Form submitted successfully!')).toBeVisible();

  // The company was told of the post as well.
  const mails = async () => (await mailFiles(own.dataDir)).filter(({ subject }) => !subject?.startsWith('New post'));
  await expect.poll(mails).toHaveLength(1);
  const [mail] = await mails();
  for (const value of Object.values(values)) expect(mail!.text).toContain(value);
});
