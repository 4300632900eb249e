/** About, services, and the way from a service to a message that begins with it. */
import { services, serviceHref } from '../../shared/content/services.ts';
import { rowsOf } from '../fixtures/database.ts';
import { openHydrated } from '../fixtures/hydrated.ts';
import { desktop, phone } from '../fixtures/screens.ts';
import { expect, test } from '../fixtures/test.ts';
import { translate } from '../fixtures/translated.ts';
import { newEmail } from '../fixtures/unique.ts';

const roles = [
  'CEO',
  'CTO',
  'Software Developer',
  'Product Manager',
  'UX/UI Designer',
  'QA',
  'DevOps Engineer',
  'Marketing Manager',
  'Sales Representative',
  'Customer Support Specialist',
];

test('/about: mission, services, three core values, ten members with their roles', async ({ page }) => {
  await page.setViewportSize(phone);
  await openHydrated(page, '/about');
  await expect(page.getByRole('main')).toContainText('Our mission is');
  const main = page.getByRole('main');
  for (const service of services) {
    await expect(main.getByRole('link', { name: service.title })).toHaveAttribute('href', serviceHref(service));
  }
  await expect(main.getByRole('listitem').getByRole('heading', { level: 3 })).toHaveText([
    'Continuous Improvement',
    'Client-Centric Approach',
    'Quality and Reliability',
  ]);
  const team = page.getByRole('group', { name: 'Team', exact: true });
  await expect(team.locator('article p')).toHaveText(roles);
  await expect(main.getByText('The people, quotes and projects on this site are samples.')).toBeVisible();

  const last = team.getByRole('heading', { name: 'Kelechi Obi', includeHidden: true });
  await expect(team.getByRole('button', { name: 'Previous slide' })).toBeDisabled();
  const next = team.getByRole('button', { name: 'Next slide' });
  const left = () => last.evaluate((heading) => heading.getBoundingClientRect().left);
  for (let step = 0; step < roles.length && (await left()) > phone.width - 120; step++) {
    const before = await left();
    await next.click();
    await expect.poll(left).toBeLessThan(before);
    await team.evaluate((slides) =>
      Promise.all(slides.getAnimations({ subtree: true }).map(({ finished }) => finished)).then(() => undefined),
    );
  }
  expect(await left()).toBeLessThan(phone.width - 120);
  await test.step('coming back shows the same slide', async () => {
    const there = await left();
    await main.getByRole('link', { name: 'Contact Us' }).click();
    await expect(page).toHaveURL(/contact/);
    await page.goBack();
    await expect.poll(left).toBe(there);
  });

  await page.emulateMedia({ media: 'print' });
  const outside = await team.locator('article').evaluateAll((members) => {
    const { left: start, right: end } = document.body.getBoundingClientRect();
    return members.filter((member) => {
      const box = member.getBoundingClientRect();
      return box.left < start || box.right > end;
    }).length;
  });
  expect(outside, 'members that paper does not have').toBe(0);
  const breaks = await team
    .locator('article :has(> svg), :has(> article)')
    .evaluateAll((boxes) => boxes.map((box) => getComputedStyle(box).breakInside));
  expect(new Set(breaks), 'no drawing is cut in two between sheets, or torn from its name').toEqual(new Set(['avoid']));
  await expect(main.getByRole('listitem').first()).toHaveCSS('break-inside', 'avoid');
  await expect(main.getByRole('heading', { name: 'The team' }), 'not at the foot').toHaveCSS('break-after', 'avoid');
});

test('/Service: six cards, three reasons, a phone link and a link to the contact form', async ({ page }) => {
  await openHydrated(page, '/Service');
  const main = page.getByRole('main');
  await expect(main.getByRole('article').getByRole('heading')).toHaveText([
    'Web Development',
    'Mobile App Development',
    'UI/UX Design',
    'Graphic Design',
    'Backend Development',
    'Frontend Development',
  ]);
  await expect(main.getByRole('link', { name: 'Get Started' })).toHaveCount(6);
  for (const link of await main.getByRole('link', { name: 'Get Started' }).all()) {
    await expect(link).toHaveAttribute('href', /^\/getInTouch\?service=/);
  }
  await expect(main.getByRole('heading', { name: 'Why Choose Us' })).toBeVisible();
  await expect(main.getByRole('heading', { level: 3 })).toHaveText([
    'Expert Team',
    'Client Approach',
    'Commitment to Quality',
  ]);
  const block = main.locator('section').filter({ has: page.getByRole('heading', { name: 'Get in Touch with Us' }) });
  await expect(block.getByRole('link', { name: '+234 800 000 0000' })).toHaveAttribute('href', 'tel:+2348000000000');
  await expect(block.getByRole('link', { name: 'Contact Us' })).toHaveAttribute('href', '/contact');

  // Browsers print no grounds: what is light on dark would be light on white.
  await page.emulateMedia({ media: 'print' });
  const ink = await main.evaluate((element) => getComputedStyle(element).color);
  await expect(main.getByRole('heading', { name: 'Why Choose Us' })).toHaveCSS('color', ink);
  await expect(block.getByRole('link', { name: '+234 800 000 0000' })).toHaveCSS('color', ink);
});

test('a chosen service is carried on to the message, which then begins with it', async ({ page, site }) => {
  const email = newEmail('service');
  await page.setViewportSize(phone);
  await openHydrated(page, '/service');
  await page
    .getByRole('article')
    .filter({ hasText: 'Graphic Design' })
    .getByRole('link', { name: 'Get Started' })
    .click();
  await expect(page).toHaveURL('/getInTouch?service=graphic');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Get In Touch');
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText('Graphic Design');
  for (const screen of [desktop, phone]) {
    await page.setViewportSize(screen);
    const boxes = await page
      .getByRole('main')
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().toJSON() as DOMRect));
    expect(boxes.length).toBeGreaterThan(1);
    for (const [index, { left, top }] of boxes.slice(1).entries()) {
      const before = boxes[index]!;
      expect(left > before.right || top >= before.top, 'links follow each other as they are seen').toBe(true);
    }
  }
  await page.getByRole('link', { name: 'Write to us' }).click();
  await expect(page).toHaveURL('/contact?service=graphic');
  const message = page.getByLabel('Message', { exact: true });
  await expect(message).toHaveValue('Graphic Design\n\n');
  await message.press('ControlOrMeta+End');
  await message.pressSequentially('A sign for two depots.');
  for (const [label, value] of Object.entries({
    'Full Name': 'Adaeze Nwosu',
    'Company Name': 'Nwosu',
    Email: email,
    Phone: '08031234567',
  })) {
    await page.getByLabel(label, { exact: true }).fill(value);
  }
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByText('Form submitted successfully!')).toBeVisible();
  expect(rowsOf(site.dataDir, 'select message from contact_messages where email = ?', email)).toEqual([
    { message: 'Graphic Design\n\nA sign for two depots.' },
  ]);
  await expect(message, 'cleared after success').toHaveValue('');
});

test('both spellings of the services page answer, and name one address as the page', async ({ request }) => {
  for (const spelling of ['/Service', '/service']) {
    const response = await request.get(spelling);
    expect(response.status()).toBe(200);
    expect(await response.text()).toMatch(/<link rel="canonical" href="[^"]+\/Service"/);
  }
});

test('choosing another service offers to write about none, translated or not', async ({ page }) => {
  await openHydrated(page, '/getInTouch?service=graphic');
  await expect(page.getByRole('link', { name: 'Write to us about Graphic Design' })).toBeVisible();
  await translate(page);
  await page.getByRole('link', { name: 'Choose another service' }).click();
  await expect(page.getByRole('link', { name: 'Not sure yet? Write to us' })).toHaveAttribute('href', '/contact');
});

test('/getInTouch without a service, or with one that does not exist, offers all six', async ({ page }) => {
  for (const path of ['/getInTouch', '/getInTouch?service=plumbing']) {
    await openHydrated(page, path);
    await expect(page.getByRole('main').getByRole('listitem').getByRole('link')).toHaveCount(6);
    await expect(page.getByRole('link', { name: 'Write to us' })).toHaveAttribute('href', '/contact');
    await expect(page.getByRole('main').getByText('Monday to Saturday, 7:00am to 5PM')).toBeVisible();
  }
});
