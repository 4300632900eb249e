/** The company looks after its posts by mail alone; visitors report what is wrong. */
import { hideLink } from '../../shared/contracts/moderation.ts';
import { postCalls } from '../../shared/contracts/posts.ts';
import { company } from '../../shared/content/company.ts';
import { expectNoViolations, overflowing, smallTargets } from '../fixtures/accessibility.ts';
import { openHydrated } from '../fixtures/hydrated.ts';
import { desktop, phone } from '../fixtures/screens.ts';
import { expectNotSentAgain } from '../fixtures/sent.ts';
import { expect, test } from '../fixtures/test.ts';
import { newTitle } from '../fixtures/unique.ts';

// Browsers report what is refused on purpose here.
test.use({ expectedComplaints: { matching: [/status of 4(04|10|12|22)/] } });

test('a report by a visitor, without an account, leads to a hidden post without a shell', async ({
  page,
  mailbox,
  site,
  withoutScript: owner,
}) => {
  const title = newTitle('Spam');
  // Looking at the post before hiding it must not use up the link.
  const data = {
    title,
    content: `<p>Buy this</p><p>${'now'.repeat(40)}</p><img src="${hideLink}?token=${'x'.repeat(43)}">`,
  };
  const published = await page.request.post(postCalls.posts, { data, headers: { origin: site.url } });
  const { postId } = (await published.json()) as { postId: number };
  await openHydrated(page, `/post/${postId}`);
  await page.getByRole('link', { name: 'Report this post' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Report this post');
  await expect(page.getByRole('main')).toContainText(title);
  await page.getByRole('button', { name: 'Send report' }).click();
  const reason = page.getByLabel('What is wrong with it?');
  await expect(reason).toHaveAccessibleDescription('Choose what is wrong with the post.');
  await expect(reason).toBeFocused();
  await expectNoViolations(page, [desktop, phone]);
  expect(await overflowing(page)).toEqual([]);
  expect(await smallTargets(page)).toEqual([]);
  await reason.selectOption('It is spam or advertising');
  await page.getByLabel('What should we know?').fill('The same text stands on ten sites.');
  await page.getByRole('button', { name: 'Send report' }).click();
  await expect(page.getByRole('status')).toContainText('Thank you for your report.');
  await expect(page).toHaveTitle(/^Your report was sent/);
  await expect(page.locator(':focus'), 'so that it is heard').toContainText('Thank you for your report.');
  await expectNotSentAgain(page, page.getByText('Thank you for your report.'));

  const mail = await mailbox.waitFor((each) => each.subject === `Reported post: ${title}`);
  expect(mail.to?.[0]?.address).toBe(company.email.display);
  expect(mail.text).toContain('The same text stands on ten sites.');
  const link = /^http\S+token=\S+$/m.exec(mail.text ?? '')![0];
  await owner.goto(link);
  expect(new URL(owner.url()).pathname + new URL(owner.url()).search).toBe('/moderation');
  await expect(owner.getByRole('main')).toContainText(title);
  await expect(owner.getByRole('main')).toContainText('Buy this');
  await owner.setViewportSize(phone);
  expect(await overflowing(owner)).toEqual([]);
  const asked = owner.url();
  await owner.goto(`/post/${postId}`);
  await owner.goto(asked);
  expect((await page.request.get(postCalls.post(postId))).status(), 'opening it does nothing').toBe(200);
  const hide = owner.getByRole('button', { name: 'Hide this post' });
  await test.step('the link about another post, opened in another tab, hides neither by mistake', async () => {
    const other = newTitle('Cloth');
    const headers = { origin: site.url };
    await page.request.post(postCalls.posts, { data: { title: other, content: '<p>Woven.</p>' }, headers });
    const { text = '' } = await mailbox.waitFor((each) => each.subject?.endsWith(other) ?? false);
    const tab = await owner.context().newPage();
    await tab.goto(/^http\S+token=\S+$/m.exec(text)![0]);
    await expect(tab.getByRole('main')).toContainText(other);
    await hide.click();
    await expect(owner.getByRole('alert')).toContainText('Nothing was hidden');
    await expect(owner.locator(':focus'), 'it is read out').toContainText('Nothing was hidden');
    await expect(hide).toHaveCount(0);
    await owner.goto(link);
    await tab.close();
  });
  await hide.click();
  await expect(owner.getByRole('heading', { level: 1 })).toHaveText('The post is hidden');
  await expect(owner.locator(':focus'), 'it is read out').toContainText('is off the site');
  await expectNotSentAgain(owner, owner.getByText(`Post ${postId} is off the site`));
  await expect(owner.getByRole('main').getByRole('link', { name: 'All posts' })).toBeVisible();
  expect((await page.goto(`/post/${postId}`))?.status()).toBe(404);
  await page.goto(`/post/${postId}/report`);
  await expect(page.getByRole('main')).toContainText('It may have been removed already.');
  await expect(page.getByRole('main').getByRole('link', { name: 'All posts' })).toBeVisible();
  await owner.goto(link);
  await expect(owner.getByRole('alert')).toContainText('This link no longer works');
  // Visitors without a link are not told that it is old, nor that a post is hidden that is not, and find a way onward.
  await openHydrated(page, '/moderation?hidden=1');
  await expect(page.getByRole('alert')).toContainText('This page opens from the link in an email');
  await expectNoViolations(page, [desktop, phone]);
  await page.getByRole('main').getByRole('link', { name: 'All posts' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('All posts');
});
