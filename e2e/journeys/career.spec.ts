/** A visitor reads about the roles and applies: what the form says, what arrives, and what happens on a bad line. */
import { utimes, writeFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright/test';
import { docx, pdf } from '../../api/test/support/documents.ts';
import { applicationCall } from '../../shared/contracts/careers.ts';
import { company } from '../../shared/content/company.ts';
import { placeOf, roles } from '../../shared/content/roles.ts';
import { referenceOf } from '../../shared/rules/reference.ts';
import { rowsOf } from '../fixtures/database.ts';
import { errorSummary, expectLeadsTo, expectSummary } from '../fixtures/error-summary.ts';
import { hydrated, openHydrated } from '../fixtures/hydrated.ts';
import { screens } from '../fixtures/screens.ts';
import { expect, test } from '../fixtures/test.ts';
import { newMark } from '../fixtures/unique.ts';
import type { Site } from '../../tooling/site/start-site.ts';

interface Applicant {
  first: string;
  email: string;
}

/** A unique applicant. */
function newApplicant(): Applicant {
  const mark = newMark();
  return { first: `Adaeze ${mark}`, email: `adaeze.${mark}@nwosu.example` };
}

const cvFile = (bytes = pdf(40_000), name = 'CV Adaeze.pdf') => ({ name, mimeType: 'application/pdf', buffer: bytes });

/** A field of the application form: the footer has one for an address too. */
const inForm = (page: Page, label: string) =>
  page.getByRole('form', { name: 'Apply' }).getByLabel(label, { exact: true });
const cvInput = (page: Page) => page.locator('input[name=cv]');
const roleField = (page: Page) => inForm(page, 'Role');
const submit = (page: Page) => page.getByRole('button', { name: 'Submit', exact: true });
const received = (page: Page) => page.getByRole('status').filter({ hasText: 'Your application has arrived.' });

async function fill(page: Page, { first, email }: Applicant): Promise<void> {
  await roleField(page).selectOption({ label: 'React developer' });
  await page.getByLabel('First name').fill(first);
  await page.getByLabel('Last name').fill('Nwosu');
  await inForm(page, 'Email').fill(email);
  await page.getByLabel('Phone').fill('08031234567');
  await page.getByLabel(/^Anything/).fill('I like lists that scroll.');
}

const stored = ({ dataDir }: Site, { email }: Applicant) =>
  rowsOf<{ id: string; role: string; linkedin: string; size: number }>(
    dataDir,
    'select applications.id, role, linkedin, size from applications join files on files.id = cv_id where email = ?',
    email,
  );

const pasteFile = (field: Locator, name: string): Promise<void> =>
  field.evaluate((element, file) => {
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File(['%PDF-'], file));
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, name);

/** What the page sends from now on goes as slowly as it is told to, however much is on its way; -1: at full speed. */
async function openSlowLine(page: Page): Promise<(bytesPerSecond: number) => Promise<unknown>> {
  const line = await page.context().newCDPSession(page);
  return (uploadThroughput) =>
    line.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    });
}

test.describe('the roles', () => {
  test('six, each with its own page and a way to the form', async ({ page }) => {
    await openHydrated(page, '/career');
    await expect(page.getByRole('main').getByRole('listitem').getByRole('heading')).toHaveText(
      roles.map(({ title }) => title),
    );
    const row = (title: string) =>
      page
        .getByRole('main')
        .getByRole('listitem')
        .filter({ has: page.getByRole('heading', { name: title, exact: true }) });
    for (const { title, terms } of roles)
      await expect(row(title)).toContainText(`${placeOf(terms)} · ${terms.contract}`);
    const { title, terms } = roles[0]!;
    expect(await row(title).textContent(), 'no line begins with the dot').toContain(`${placeOf(terms)}\u00a0· `);

    await page.getByRole('link', { name: 'Flutter developer', exact: true }).click();
    await expect(page).toHaveURL('/career/flutter-developer');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Flutter developer');
    for (const heading of ['The work', 'Requirements', 'What to expect'])
      await expect(page.getByRole('heading', { name: heading })).toBeVisible();
    await test.step('what applicants look for, in a label beside the text; when we answer; other roles', async () => {
      const { place, contract, hours } = roles.find(({ slug }) => slug === 'flutter-developer')!.terms;
      const label = page.getByLabel('The role in brief');
      for (const fact of [place, contract, hours, 'Closing date']) await expect(label).toContainText(fact);
      const text = (await page.getByRole('heading', { name: 'The work' }).boundingBox())!;
      expect((await label.boundingBox())!.x).toBeGreaterThan(text.x + text.width);
      const { application } = company.answersWithin;
      await expect(page.getByText(`The people hiring for this role reply within ${application}`)).toBeVisible();
      await expect(page.getByRole('region', { name: 'Other roles' }).getByRole('link')).toHaveCount(roles.length - 1);
    });

    await page.getByRole('link', { name: 'Apply', exact: true }).click();
    await expect(page).toHaveURL('/career?role=flutter-developer#apply');
    await expect(page.getByRole('heading', { name: 'Apply' })).toBeInViewport();
    await expect(roleField(page)).toHaveValue('flutter-developer');

    await page.getByRole('link', { name: 'Apply for Backend developer' }).click();
    await expect(roleField(page)).toHaveValue('backend-developer');
  });
});

test.describe('an application', () => {
  test('on a slow line: progress is shown, it arrives, is stored and mailed with the CV', async ({
    page,
    site,
    mailbox,
  }) => {
    const applicant = newApplicant();
    const cv = pdf(2_000_000);
    await openHydrated(page, '/career?role=flutter-developer#apply');
    await fill(page, applicant);
    await page.getByLabel('LinkedIn link').fill('https://www.linkedin.com/in/adaeze');
    await cvInput(page).setInputFiles(cvFile(cv));
    await expect(page.getByText(/^CV Adaeze\.pdf, [\d.]+ MB$/)).toBeVisible();

    // Under way for as long as anybody may look, until it may go on.
    const goAt = await openSlowLine(page);
    await goAt(100_000);
    const progress = await page.evaluateHandle(() => {
      const values = new Set<number>();
      new MutationObserver(() => {
        const bar = document.querySelector('progress');
        if (bar) values.add(bar.value);
      }).observe(document.body, { subtree: true, childList: true, attributes: true });
      return values;
    });
    await submit(page).click();
    await expect(page.getByRole('button', { name: 'Submitting...' })).toBeDisabled();
    await test.step('what would be neither sent nor kept cannot be changed', async () => {
      for (const label of ['First name', 'LinkedIn link', 'Anything you want to tell us'])
        await expect(page.getByLabel(label)).not.toBeEditable({ timeout: 1_000 });
      await expect(roleField(page)).toBeDisabled();
      const remove = page.getByRole('button', { name: 'Remove CV Adaeze.pdf' });
      await remove.focus();
      await expect(remove, 'it does not answer').not.toBeFocused();
      await pasteFile(page.getByLabel('First name'), 'other.pdf');
      await expect(page.getByText(/^CV Adaeze\.pdf/)).toBeVisible();
    });
    await expect.poll(() => progress.evaluate((values) => values.size), 'steps of the progress').toBeGreaterThan(2);
    await test.step('the progress is seen where colours are forced, too', async () => {
      await page.emulateMedia({ forcedColors: 'active' });
      const grounds = await page.evaluate(() =>
        [document.body, document.querySelector('progress')!].map((drawn) => getComputedStyle(drawn).backgroundColor),
      );
      expect(grounds[1]).not.toBe(grounds[0]);
      await page.emulateMedia({ forcedColors: null });
    });
    await goAt(-1);
    await expect(received(page)).toHaveText(/Its reference is [\dA-Z]{4}-[\dA-Z]{4}\.$/);
    await expect(page.getByRole('progressbar')).toHaveCount(0);
    await expect(received(page)).toBeInViewport();
    await expect(page.getByText('They reply within ten working days, with a yes or a no.')).toBeVisible();
    await page.getByRole('link', { name: 'Send another application' }).press('Enter');
    await expect(roleField(page)).toBeFocused();
    await expect(page.getByLabel('First name'), 'the form is empty').toHaveValue('');
    await expect(page.getByText('Choose a file or drop it here')).toBeVisible();

    const [row, ...others] = stored(site, applicant);
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      role: 'react-developer',
      linkedin: 'https://www.linkedin.com/in/adaeze',
      size: cv.length,
    });
    const toCompany = await mailbox.waitFor(({ replyTo }) => replyTo?.[0]?.address === applicant.email);
    expect(toCompany.subject).toBe(`Application from ${applicant.first} Nwosu: React developer`);
    expect(Buffer.from(toCompany.attachments[0]!.content as ArrayBuffer).equals(cv)).toBe(true);
    const receipt = await mailbox.waitFor(({ to }) => to?.[0]?.address === applicant.email);
    expect(receipt.text).toContain(referenceOf(row!.id));
  });

  test('everything is checked at once; a summary has the focus and leads to each field', async ({ page }) => {
    await openHydrated(page, '/career');
    await submit(page).click();
    const lines = ['Role', 'First name', 'Last name', 'Email', 'Phone', 'Resume / CV'].map(
      (label) => `${label}: field must not be empty`,
    );
    await expectSummary(page, lines);
    await expect(page.getByText('field must not be empty', { exact: true }), 'beside each field, too').toHaveCount(6);
    await expectLeadsTo(page, lines[0]!, roleField(page));
    await expectLeadsTo(page, lines.at(-1)!, cvInput(page));
    await expect(page).toHaveTitle(/^Error: Career/);
    await page.getByRole('link', { name: 'Apply for Backend developer' }).click();
    await expect(errorSummary(page).getByRole('link'), 'a role chosen by its link is right').toHaveText(lines.slice(1));

    await fill(page, { first: 'Ada', email: 'ada@' });
    await page.getByLabel('Phone').fill('0803');
    await page.getByLabel('LinkedIn link').fill('http://linkedin.com/in/ada');
    await cvInput(page).setInputFiles(cvFile());
    await submit(page).click();
    await expectSummary(page, [
      'Email: invalid Email',
      'Phone: invalid phone number',
      'LinkedIn link: This must be a link to linkedin.com that begins with https://.',
    ]);
    await expect(inForm(page, 'Email')).toHaveAccessibleDescription(/invalid Email$/);
    await expect(page.getByLabel('Phone')).toHaveAccessibleDescription(/invalid phone number$/);
    await expect(page.getByLabel('LinkedIn link')).toHaveAccessibleDescription(/linkedin\.com/);
    await inForm(page, 'Email').fill('ada@example.com');
    await expect(inForm(page, 'Email')).not.toHaveAttribute('aria-invalid');
    await expect(errorSummary(page)).toBeVisible();
    await page.getByLabel('Phone').fill('08031234567');
    await page.getByLabel('LinkedIn link').fill('');
    await expect(errorSummary(page), 'nothing is wrong any more').toHaveCount(0);
  });

  test('a file of another kind or size is refused when it is chosen; dropped and pasted files are taken', async ({
    page,
  }, testInfo) => {
    await openHydrated(page, '/career');
    await cvInput(page).setInputFiles({ name: 'cv.txt', mimeType: 'text/plain', buffer: Buffer.from('cv') });
    await expect(page.getByText('The CV must be a PDF or Word (.docx) file.')).toBeVisible();
    await cvInput(page).setInputFiles(cvFile(pdf(5 * 1024 * 1024)));
    await expect(page.getByText('The CV is too large: the limit is 5 MB.')).toBeVisible();
    await test.step('the summary says the same as the field, until there is a file', async () => {
      await fill(page, { first: 'Ada', email: 'ada@example.com' });
      await submit(page).click();
      await expectSummary(page, ['Resume / CV: The CV is too large: the limit is 5 MB.']);
    });
    await cvInput(page).setInputFiles(cvFile(docx(), 'cv.docx'));
    await expect(page.getByText(/^cv\.docx, \d KB$/)).toBeVisible();
    await expect(errorSummary(page)).toHaveCount(0);
    await page.getByRole('button', { name: 'Remove cv.docx' }).click();

    const dropped = testInfo.outputPath('dropped.pdf');
    await writeFile(dropped, pdf());
    const box = (await cvInput(page).boundingBox())!;
    const mouse = await page.context().newCDPSession(page);
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
      await mouse.send('Input.dispatchDragEvent', {
        type,
        x: box.x + 40,
        y: box.y + 20,
        data: { items: [], files: [dropped], dragOperationsMask: 1 },
      });
    }
    await expect(page.getByText(/^dropped\.pdf, \d KB$/)).toBeVisible();
    await page.getByRole('button', { name: 'Remove dropped.pdf' }).click();

    await pasteFile(page.getByLabel('First name'), 'pasted.pdf');
    await expect(page.getByText('pasted.pdf, 1 KB')).toBeVisible();
    await test.step('formatted text, of which office programs copy a picture too, stays text', async () => {
      const isTaken = await page.getByLabel(/^Anything/).evaluate((field) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', 'Ten years of looms');
        clipboardData.setData('text/html', '<b>Ten years</b> of looms');
        clipboardData.items.add(new File(['PNG'], 'image.png', { type: 'image/png' }));
        return !field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      });
      expect(isTaken).toBe(false);
      await expect(page.getByText('pasted.pdf, 1 KB')).toBeVisible();
    });

    // Beside the field, where a browser would leave the page and open the file.
    const beside = (await page.getByLabel(/^Anything/).boundingBox())!;
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
      await mouse.send('Input.dispatchDragEvent', {
        type,
        x: beside.x + 40,
        y: beside.y + 20,
        data: { items: [], files: [dropped], dragOperationsMask: 1 },
      });
    }
    await expect(page.getByText(/^dropped\.pdf, \d KB$/)).toBeVisible();
    await expect(page).toHaveURL('/career');

    await test.step('a long file name in any direction fits a phone, and its size is read behind it', async () => {
      await page.getByRole('button', { name: 'Remove dropped.pdf' }).click();
      await page.setViewportSize({ width: 320, height: 640 });
      await cvInput(page).setInputFiles(cvFile(pdf(), `سيرة.${'adaeze '.repeat(30)}.pdf`));
      const size = page.getByText(/^سيرة\..*, \d KB$/);
      await expect(size).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
      const places = await size.evaluate((line) => {
        const range = document.createRange();
        range.selectNodeContents(line);
        range.setStartAfter(line.querySelector('bdi')!);
        return {
          name: line.querySelector('bdi')!.getBoundingClientRect().right,
          begin: range.getBoundingClientRect().left,
          end: range.getBoundingClientRect().right,
          line: line.getBoundingClientRect().right,
        };
      });
      expect(places.begin).toBeGreaterThanOrEqual(places.name);
      expect(places.end).toBeLessThanOrEqual(places.line + 1);
    });
  });

  test('everything typed survives a reload, the file is never stored, and a link to another role wins', async ({
    page,
    site,
  }) => {
    const applicant = newApplicant();
    await openHydrated(page, '/career?role=flutter-developer');
    await fill(page, applicant);
    await cvInput(page).setInputFiles(cvFile());
    const kept = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));
    expect(kept).not.toContain('CV Adaeze');
    // In a new tab of the same page, so that the browser itself brings nothing back; twice, with nothing typed between.
    for (const _time of ['once', 'and again']) {
      await page.goto('about:blank');
      await openHydrated(page, '/career?role=flutter-developer');
      await expect(page.getByLabel('First name')).toHaveValue(applicant.first);
    }
    await expect(inForm(page, 'Email')).toHaveValue(applicant.email);
    await expect(page.getByLabel(/^Anything/)).toHaveValue('I like lists that scroll.');
    await expect(roleField(page)).toHaveValue('react-developer');
    await page.getByRole('link', { name: 'Apply for Backend developer' }).click();
    await expect(roleField(page)).toHaveValue('backend-developer');
    await expect(page.getByLabel('First name')).toHaveValue(applicant.first);
    await test.step('a role that is chosen by its link is sent, and another one brings the form back', async () => {
      await cvInput(page).setInputFiles(cvFile());
      await submit(page).click();
      await expect(received(page)).toBeVisible();
      expect(stored(site, applicant)).toMatchObject([{ role: 'backend-developer' }]);
      await page.getByRole('link', { name: 'Apply for React developer' }).click();
      await expect(roleField(page)).toHaveValue('react-developer');
    });
    await test.step('an old link, to a role that is gone, leaves the choice to the visitor', async () => {
      await page.evaluate(() => sessionStorage.clear());
      await openHydrated(page, '/career?role=cobol-developer');
      await expect(roleField(page).locator(':checked')).toHaveText('Choose a role');
    });
  });

  test('it can be cancelled, and sent again without choosing the file again', async ({ page, site }) => {
    const applicant = newApplicant();
    await openHydrated(page, '/career/flutter-developer');
    await page.getByRole('link', { name: 'Apply', exact: true }).click();
    await fill(page, applicant);
    await cvInput(page).setInputFiles(cvFile(pdf(500_000)));
    const goAt = await openSlowLine(page);
    await goAt(5_000);
    await submit(page).click();
    await test.step('leaving in the meantime asks, but going to other places of the page does not', async () => {
      await expect(page.getByRole('progressbar')).toBeVisible();
      await page.getByRole('link', { name: 'Apply for React developer' }).click();
      await expect(page).toHaveURL(/role=react-developer/);
      const question = page.getByRole('dialog', { name: 'Leave this page?' });
      for (const leave of [
        () => page.getByRole('banner').getByRole('link', { name: 'Blog' }).click(),
        () => page.evaluate(() => history.go(-2)),
      ]) {
        await leave();
        await question.getByRole('button', { name: 'Stay' }).click();
      }
      const asked = page.waitForEvent('dialog');
      void page.close({ runBeforeUnload: true });
      const dialog = await asked;
      expect(dialog.type()).toBe('beforeunload');
      await dialog.dismiss();
    });
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByText('Sending was stopped.')).toBeVisible();
    await expect(page.getByLabel('First name')).toBeEditable();
    await expect(roleField(page)).toBeEnabled();
    await expect(page.getByRole('button', { name: 'Remove CV Adaeze.pdf' })).toBeVisible();
    await expect(submit(page)).toBeFocused();
    expect(stored(site, applicant)).toEqual([]);
    await goAt(-1);
    await submit(page).click();
    await expect(received(page)).toBeVisible();
    expect(stored(site, applicant)).toHaveLength(1);
  });

  test('a visitor who stops waiting for the answer is told that it may have arrived', async ({ page, site }) => {
    await openHydrated(page, '/career');
    await fill(page, newApplicant());
    await cvInput(page).setInputFiles(cvFile());
    const api = site.api()!.process;
    // Accepts connections and never answers.
    api.kill('SIGSTOP');
    try {
      await submit(page).click();
      await expect(page.getByText('Sent. Waiting for confirmation')).toBeVisible();
      await page.getByRole('button', { name: 'Cancel' }).click();
    } finally {
      api.kill('SIGCONT');
    }
    await expect(
      page.getByRole('status').filter({ hasText: 'If a receipt comes by email, your application has arrived' }),
    ).toBeVisible();
  });
});

test.describe('what fails', () => {
  test.use({ expectedComplaints: { matching: [/^Failed to load resource/] } });

  test('a role that does not exist is not found', async ({ request }) => {
    expect((await request.get('/career/pilot')).status()).toBe(404);
  });

  test('what the bytes say counts: the API refuses, and the next file is sent', async ({ page, site }, testInfo) => {
    const applicant = newApplicant();
    await openHydrated(page, '/career');
    await fill(page, applicant);
    await cvInput(page).setInputFiles(cvFile(Buffer.from('MZ no PDF')));
    await submit(page).click();
    const line = 'Resume / CV: The CV must be a PDF or Word (.docx) file.';
    await expectSummary(page, [line]);
    expect(stored(site, applicant)).toEqual([]);
    const remove = page.getByRole('button', { name: 'Remove CV Adaeze.pdf' });
    await expectLeadsTo(page, line, remove);
    await expect(remove).toHaveAccessibleDescription(/The CV must be a PDF or Word \(\.docx\) file\.$/);
    await remove.click();
    const file = testInfo.outputPath('CV Adaeze.pdf');
    await test.step('one that is saved again before it is sent cannot be read, which is shown', async () => {
      await writeFile(file, pdf(1000));
      // Chromium tells by the time of the last change.
      await utimes(file, 1e9, 1e9);
      await cvInput(page).setInputFiles(file);
      await writeFile(file, pdf(2000));
      await submit(page).click();
      await expectSummary(page, [
        'Resume / CV: This file has been changed, moved or deleted since you chose it. Choose it again.',
      ]);
      await remove.click();
    });
    await cvInput(page).setInputFiles(file);
    await submit(page).click();
    await expect(received(page)).toBeVisible();
    expect(stored(site, applicant)).toMatchObject([{ size: pdf(2000).length }]);
  });

  test('whose script does not come is sent by the browser, and nothing of it is in the next one', async ({
    page,
    site,
  }) => {
    const applicant = newApplicant();
    await page.route('**/application-control-*.js', (route) => route.abort());
    await openHydrated(page, '/career');
    await fill(page, applicant);
    await cvInput(page).setInputFiles(cvFile());
    await submit(page).click();
    await expect(page.getByText('Your application could not be sent.')).toBeVisible();
    await submit(page).click();
    await expect(received(page)).toBeVisible();
    expect(stored(site, applicant)).toHaveLength(1);
    await hydrated(page);
    const another = page.getByRole('link', { name: 'Send another application' });
    await test.step('which is restored after a reload', async () => {
      await another.click();
      await expect(page.getByLabel('First name')).toHaveValue('');
      await page.getByLabel('First name').fill('Bolanle');
      await page.reload();
      await hydrated(page);
      await another.click();
      await expect(page.getByLabel('First name')).toHaveValue('Bolanle');
    });
  });

  test('the answer is lost on a broken line: sending again stores it once, even after a reload', async ({
    page,
    site,
  }) => {
    const applicant = newApplicant();
    await openHydrated(page, '/career');
    await fill(page, applicant);
    await cvInput(page).setInputFiles(cvFile());
    await test.step('an answer from another server does not leave the form waiting', async () => {
      await page.route(`**${applicationCall}`, (route) => route.fulfill({ json: {} }), { times: 1 });
      await submit(page).click();
      await expect(page.getByRole('alert')).toContainText('We do not know whether your application has arrived.');
      await expect(submit(page)).toBeEnabled();
    });
    await page.route(`**${applicationCall}`, async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    });
    await submit(page).click();
    await expect(page.getByRole('alert')).toContainText('choose Submit to try again');
    await submit(page).click();
    await expect(page.getByRole('alert')).toContainText('choose Submit to try again');
    expect(stored(site, applicant)).toHaveLength(1);
    await page.unrouteAll();
    await page.reload();
    await hydrated(page);
    await cvInput(page).setInputFiles(cvFile());
    await submit(page).click();
    const [row, ...others] = stored(site, applicant);
    await expect(received(page)).toContainText(referenceOf(row!.id));
    expect(others).toEqual([]);
  });
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false, viewport: screens[0].viewport });

  test('an open role is listed as a job, on its own page only', async ({ request }) => {
    const data = async (path: string) =>
      [...(await (await request.get(path)).text()).matchAll(/<script type="application\/ld\+json"[^>]*>([^<]*)</g)].map(
        ([, json]) => JSON.parse(json!) as Record<string, unknown>,
      );
    const jobs = (await data('/career/react-developer')).filter((each) => each['@type'] === 'JobPosting');
    expect(jobs).toMatchObject([{ title: 'React developer', hiringOrganization: { name: 'Portloom' } }]);
    expect(JSON.stringify(await data('/career'))).not.toContain('JobPosting');
  });

  test("a role's link brings it to the form, which is sent as it is", async ({ page, site }) => {
    const applicant = newApplicant();
    await page.goto('/career/react-developer');
    await page.getByRole('link', { name: 'Apply', exact: true }).click();
    await expect(roleField(page)).toHaveValue('react-developer');
    await fill(page, applicant);
    await cvInput(page).setInputFiles(cvFile());
    await submit(page).click();
    await expect(page).toHaveURL(/\/career\?received=[\da-f-]{36}#apply$/);
    await expect(received(page)).toBeInViewport();
    expect(stored(site, applicant)).toHaveLength(1);
  });

  test('what is refused is named, nothing typed is in the address, and going back brings it all back', async ({
    page,
    site,
  }) => {
    const applicant = newApplicant();
    await page.goto('/career');
    await fill(page, applicant);
    await page.getByLabel('Phone').fill('0803');
    await cvInput(page).setInputFiles(cvFile());
    await submit(page).click();
    await expect(page).toHaveURL('/career?refused=validation-failed&fields=phone#apply');
    const summary = page.getByRole('group', { name: /^Your application was not sent\./ });
    await expect(summary.getByRole('link')).toHaveText(['Phone']);
    await expect(summary).toBeInViewport();
    await summary.getByRole('link').click();
    await expect(page.getByLabel('Phone')).toBeFocused();
    await page.goBack();
    await expect(page).toHaveTitle(/^Error: Career/);
    await page.goBack();
    await expect(page.getByText('your browser’s Back button takes you to what you typed')).toBeVisible();
    await expect(page.getByLabel('First name')).toHaveValue(applicant.first);
    expect(stored(site, applicant)).toEqual([]);
  });

  test.describe('while the API is away', () => {
    test.use({ expectedComplaints: { matching: [/^Failed to load resource/] } });

    test('the visitor is shown the way back to what was typed', async ({ page, site }) => {
      const applicant = newApplicant();
      await page.goto('/career');
      await fill(page, applicant);
      await cvInput(page).setInputFiles(cvFile());
      await site.stopApi();
      try {
        await submit(page).click();
        await expect(
          page.getByText('Please try again shortly. Your browser’s Back button takes you to what you typed.'),
        ).toBeVisible();
      } finally {
        await site.startApi();
      }
      await page.goBack();
      await expect(page.getByLabel('First name')).toHaveValue(applicant.first);
      await expect(page.getByLabel(/^Anything/)).toHaveValue('I like lists that scroll.');
    });
  });
});
