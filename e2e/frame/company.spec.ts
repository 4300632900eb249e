/** The company is data: a new name, phone or email appears everywhere, also in remotes and mails, without a release. */
import { expect, test } from '../fixtures/test.ts';
import { startSite, type Site } from '../../tooling/site/start-site.ts';

/** Changes the company's file while the servers read it, like a person with an editor. */
const another = `
  import { registerHooks } from 'node:module';
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context);
      if (!url.endsWith('/shared/content/company.ts')) return loaded;
      const source = String(loaded.source)
        .replace("name: 'Portloom'", "name: 'Otherloom'")
        .replaceAll('800 000 0000', '801 234 5678')
        .replaceAll('hello@portloom.example', 'post@otherloom.example');
      return { ...loaded, source };
    },
  });`;

let own: Site;
test.beforeAll(async ({ mailbox }) => {
  const hook = `data:text/javascript,${encodeURIComponent(another)}`;
  own = await startSite({
    remotes: ['mf-marketing'],
    // The servers' sources, which are read one by one.
    apiProgram: 'api/src/server.ts',
    shellProgram: 'shell/server/main.ts',
    env: { SMTP_URL: mailbox.url, NODE_OPTIONS: `--import=${hook}` },
  });
});
test.afterAll(() => own.stop());

test('another company in one file is another company on every page and in mails', async ({
  page,
  request,
  mailbox,
}) => {
  await page.goto(`${own.url}/contact`);
  await expect(page).toHaveTitle('Contact Otherloom');
  await expect(page.getByRole('contentinfo')).toContainText('© 2024 Otherloom');
  for (const part of ['main', 'contentinfo'] as const) {
    await expect(page.getByRole(part)).toContainText('+234 801 234 5678');
    await expect(page.getByRole(part)).toContainText('post@otherloom.example');
  }
  await expect(page.getByRole('banner').getByRole('link', { name: 'Otherloom, home' })).toBeVisible();
  expect((await (await request.get(`${own.url}/contact`)).text()).replace(/<script[^]*?<\/script>/g, '')).not.toMatch(
    /portloom/i,
  );

  const email = 'adaeze@nwosu.example';
  const data = { fullName: 'Adaeze', email, phone: '08031234567', subject: 'Nwosu', message: 'Hello' };
  expect((await request.post(`${own.url}/api/post/form`, { data })).status()).toBe(201);
  const mail = await mailbox.waitFor(({ to }) => to?.[0]?.address === 'post@otherloom.example');
  expect(mail.from?.address).toBe('post@otherloom.example');
});
