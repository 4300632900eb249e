/**
 * The site in engines beside Chromium's. What each must do by itself (run the scripts that the policy allows and no
 * other, compose pages of several remotes, keep a session) is tried on one way through all areas.
 */
import type { ContactMessage } from '../shared/rules/contact/contact-form.ts';
import { engines, missing, type EngineWindow } from '../tooling/browser/engines.ts';
import { scrape } from '../shared/node/test-support/scrape.ts';
import { freePort } from '../tooling/processes/free-port.ts';
import { startSite, type Site } from '../tooling/site/start-site.ts';
import { rowsOf } from './fixtures/database.ts';
import { isHydrated } from './fixtures/hydrated.ts';
import { openLine } from './fixtures/line.ts';
import { newMember, PASSWORD } from './fixtures/members.ts';
import { expect, test } from './fixtures/test.ts';
import { newMark } from './fixtures/unique.ts';

/** Includes the time for installing an engine. */
const TIMEOUT_MS = 360_000;
const EDITOR = '#post-content.ql-editor';
/** Longer than a line of its field. */
const TITLE = 'From another engine, whose people like their titles long';

const ways = [
  ['/career', 'Career'],
  ['/blogs', 'Blog'],
  ['/contact', 'Contact Us'],
] as const;

let site: Site;
let metricsPort: number;
const log: string[] = [];
test.beforeAll(async ({ mailbox }) => {
  metricsPort = await freePort();
  site = await startSite({
    env: { SMTP_URL: mailbox.url },
    shellEnv: { METRICS_PORT: String(metricsPort) },
    onShellLog: (line) => log.push(line),
  });
});
test.afterAll(() => site.stop());

for (const engine of engines) {
  test(`the way of a visitor with ${engine.name}`, async ({ mailbox }) => {
    test.setTimeout(TIMEOUT_MS);
    const reason = await missing(engine);
    test.skip(reason !== undefined, reason);
    log.length = 0;
    const email = await newMember(site, mailbox);
    const window = await engine.openWindow();
    try {
      // First: a browser that may store nothing, as with a session, brings nothing back.
      if (engine.fillsInAgain) await reloadEditor(window);
      await visit(window, email);
      await searchOverBrokenLine(window);
      await printLists(window);
      if (engine.readerView) {
        await readLegalText(window, engine.readerView);
        await readRole(window, engine.readerView);
      }
      expect(log, 'nothing failed, and nothing was kept out').toEqual([]);
      await test.step('a script of any other folder is kept out', async () => {
        await window.evaluate(`void import('/api/blogs').catch(() => (globalThis.isKeptOut = true))`);
        await reads(window, 'globalThis.isKeptOut', true);
        if (engine.reportsWithoutTls) await expect.poll(() => log.join('\n')).toContain('script-src-elem keeps out');
      });
    } finally {
      await window.close();
    }
  });
}

async function visit(window: EngineWindow, email: string): Promise<void> {
  const viewed = await viewsOf('mf-careers');
  await test.step('all areas, in one page', async () => {
    await open(window, '/');
    await window.evaluate('void (globalThis.isSame = true)');
    // The script that counts page views arrives when the page is calm.
    await reads(
      window,
      `performance.getEntriesByType('resource').some(({ name }) => name.includes('/observer-'))`,
      true,
    );
    for (const [path, heading] of ways) {
      await window.click(`header a[href="${path}"]`);
      await reads(window, `document.querySelector('main h1').textContent`, heading);
      await reads(window, 'location.pathname', path);
    }
    expect(await window.evaluate('globalThis.isSame')).toBe(true);
  });

  await test.step('a form: what is wrong is shown at its field; what is right is stored', async () => {
    const message = newMessage();
    await window.click('main form button[type=submit]');
    await reads(window, `document.querySelector('#contact-fullName').getAttribute('aria-invalid')`, 'true');
    for (const [field, text] of Object.entries(message)) await window.type(`#contact-${field}`, text);
    await reads(window, `document.querySelector('#contact-fullName').getAttribute('aria-invalid')`, null);
    await window.click('header a[href="/about"]');
    await reads(window, `document.querySelector('#contact-message')`, null);
    await window.evaluate('history.back()');
    await reads(window, `document.querySelector('#contact-message')?.value`, message.message);
    await window.click('main form button[type=submit]');
    await expect
      .poll(() => rowsOf(site.dataDir, 'select 1 as is_there from contact_messages where email = ?', message.email))
      .toEqual([{ is_there: 1 }]);
  });

  await test.step('the same form as the browser itself sends it', async () => {
    expect(await viewsOf('mf-careers'), 'the browser counts on').toBe(viewed);
    await open(window, '/contact');
    await expect.poll(() => viewsOf('mf-careers'), 'it has told when the page was left').toBe(viewed + 1);
    for (const [field, text] of Object.entries(newMessage())) await window.type(`#contact-${field}`, text);
    await window.evaluate(`document.querySelector('#contact-fullName').form.submit()`);
    await reads(window, `document.querySelector('main').textContent.includes('Form submitted successfully!')`, true);
    await hydrated(window);
  });

  await test.step('the theme is that of the next page, too', async () => {
    await window.click('header button:not([aria-label])');
    await reads(window, `localStorage.getItem('theme')`, 'dark');
    await open(window, '/about');
    await reads(window, `document.body.classList.contains('dark')`, true);
  });

  await test.step('each press of a carousel leads on by one, even before its script has loaded', async () => {
    const status = `document.querySelector('[aria-roledescription="carousel"] [role="status"]').textContent`;
    await open(window, '/');
    await window.click('[aria-label="Next slide"]');
    await reads(window, status, '2 of 4');
    await open(window, '/about');
    for (const place of ['2 of 10', '3 of 10', '4 of 10']) {
      await window.click('[aria-label="Next slide"]');
      await reads(window, status, place);
    }
  });

  await test.step('the address of a question leads to it, and opens it', async () => {
    await open(window, '/faq#cost');
    await reads(window, `document.querySelector('#cost-question').getAttribute('aria-expanded')`, 'true');
    await reads(window, `document.querySelector('#cost-answer').getAnimations().length`, 0);
    await reads(window, `document.querySelector('#cost').getBoundingClientRect().top > 60`, true);
  });

  await test.step('a session, and a post', async () => {
    await open(window, '/login');
    await window.type('main [name=email]', email);
    await window.type('main [name=password]', PASSWORD);
    await window.click('main form button[type=submit]');
    await reads(window, 'location.pathname', '/');
    await open(window, '/new');
    await reads(window, `document.querySelector('${EDITOR}') !== null`, true);
    await window.type('#post-title', TITLE);
    await reads(
      window,
      `((title) => title.scrollHeight <= title.clientHeight)(document.querySelector('#post-title'))`,
      true,
    );
    await window.type(EDITOR, '- ');
    if (window.compose) await window.compose('t');
    else await window.type(EDITOR, 't');
    await window.type(EDITOR, 'he same.');
    await window.pressHome();
    await window.type(EDITOR, 'says ');
    // As with the Tab key.
    await window.evaluate(`(document.activeElement.blur(), getSelection().removeAllRanges())`);
    await window.evaluate(`document.querySelector('${EDITOR}').focus()`);
    await window.type(EDITOR, 'It ');
    await reads(window, `document.querySelector('${EDITOR} li').textContent`, 'It says the same.');
    await window.evaluate(`document.execCommand('selectAll')`);
    expect(await window.evaluate('getSelection().toString()')).toContain('It says the same.');
    await window.pressHome();
    await window.evaluate(`document.execCommand('insertImage', false, '/favicon.svg')`);
    await reads(window, `document.querySelector('${EDITOR} img')?.complete`, true);
    await window.click(`${EDITOR} img`);
    await reads(window, `document.querySelector('[role=dialog]') !== null`, true);
    await window.click('[role=dialog] button');
    await reads(window, `document.querySelector('[role=dialog]')`, null);
    await window.type(EDITOR, 'Shown: ');
    await reads(window, `document.querySelector('${EDITOR} img')?.nextSibling.data`, 'Shown: It says the same.');
    await window.click('main form button[type=submit]');
    await reads(window, `document.querySelector('main h1').textContent`, TITLE);
  });
}

async function searchOverBrokenLine(window: EngineWindow): Promise<void> {
  await test.step('code that did not arrive is asked for again, though this browser remembers that', async () => {
    const line = await openLine(() => site.url);
    try {
      await window.open(`${line.url}/blogDey`);
      await hydrated(window);
      line.breakAt(/\/static-[^/]+\.js$|^\/api\//);
      await window.type('main [name=q]', 'forms');
      await window.click('main [role=search] button');
      await reads(window, `document.querySelector('main').textContent.includes('We could not load the posts.')`, true);
      line.breakAt(undefined);
      await window.click('section[aria-labelledby=posts] a');
      await reads(window, `document.querySelectorAll('main article').length > 0`, true);
      await hydrated(window);
      line.breakAt(/\/static-[^/]+\.js$/);
      await window.click('main [role=search] button');
      await reads(window, `document.querySelector('main').textContent.includes('We could not load the posts.')`, true);
      line.breakAt(/^/);
      // Firefox asks again by itself what got no answer: only the page knows when its question has failed.
      await window.evaluate(`void (globalThis.fetch = ((asks) => (...question) => {
        const answer = asks(...question);
        answer.catch(() => (globalThis.isToldNo = true));
        return answer;
      })(globalThis.fetch))`);
      await window.click('section[aria-labelledby=posts] a');
      await reads(window, 'globalThis.isToldNo', true);
      await reads(window, `document.querySelector('main').textContent.includes('We could not load the posts.')`, true);
      line.breakAt(undefined);
      await window.click('section[aria-labelledby=posts] a');
      await reads(window, `document.querySelectorAll('main article').length > 0`, true);
      await window.open(site.url);
    } finally {
      await line.close();
    }
  });
}

async function reloadEditor(window: EngineWindow): Promise<void> {
  await test.step('a reload brings back what was written before the editor came, and not twice', async () => {
    const line = await openLine(() => site.url);
    try {
      line.breakAt(/\/editor-[^/]+\.js$/);
      await window.open(`${line.url}/new`);
      await hydrated(window);
      await window.evaluate(`void (document.querySelector('textarea[name=content]').value = 'Early')`);
      line.breakAt(undefined);
      await reloadInto(window);
      await window.type(EDITOR, 'Late');
      await reads(window, `document.querySelector('main').textContent.includes('Draft saved')`, true);
      const written = await window.evaluate<string>(`document.querySelector('${EDITOR}').textContent`);
      expect(written).toContain('Early');
      await reloadInto(window);
      await reads(window, `document.querySelector('${EDITOR}').textContent`, written);
      await window.open(site.url);
    } finally {
      await line.close();
    }
  });
}

/** Reloads the page, and waits for its editor. */
async function reloadInto(window: EngineWindow): Promise<void> {
  await window.evaluate('void (globalThis.isOld = true, location.reload())');
  await reads(window, `!globalThis.isOld && document.querySelector('${EDITOR}') !== null`, true);
}

async function printLists(window: EngineWindow): Promise<void> {
  if (!window.countSheets) return;
  await test.step('no sheet of a printed list or role ends after the heading', async () => {
    for (const [path, sheets] of Object.entries({ '/blogDey': 2, '/faq': 3, '/career/flutter-developer': 2 })) {
      await open(window, path);
      expect(await window.countSheets!(), path).toBe(sheets);
    }
  });
}

async function readLegalText(window: EngineWindow, readerView: (url: string) => string): Promise<void> {
  await test.step('the reader view of a legal text has the heading of each section', async () => {
    const headings = (within: string) =>
      `[...document.querySelectorAll('${within} h2')].map((heading) => heading.textContent)`;
    const url = `${site.url}/terms_and_condition`;
    await window.open(url);
    const shown = await window.evaluate<string[]>(headings('main'));
    expect(shown).toContain('10. Contact');
    await window.open(readerView(url));
    await reads(window, headings('.moz-reader-content'), shown);
  });
}

async function readRole(window: EngineWindow, readerView: (url: string) => string): Promise<void> {
  await test.step('the reader view of a role has what applicants look for', async () => {
    await window.open(readerView(`${site.url}/career/frontend-developer`));
    const terms = `[...document.querySelectorAll('.moz-reader-content dt')].map((term) => term.textContent)`;
    await reads(window, terms, ['Place', 'Contract', 'Working hours', 'Closing date']);
  });
}

/** Page views of a remote that the shell knows of. */
async function viewsOf(remote: string): Promise<number> {
  return [...(await scrape(metricsPort))]
    .filter(([name]) => name.startsWith('shell_page_views_total') && name.includes(`"${remote}"`))
    .reduce((sum, [, count]) => sum + count, 0);
}

function newMessage(): ContactMessage {
  const mark = newMark();
  return {
    fullName: `Ada ${mark}`,
    subject: 'Looms',
    email: `ada.${mark}@example.com`,
    phone: '08031234567',
    message: 'Two depots.',
  };
}

/** Opens a page, and waits until React has taken it over. */
async function open(window: EngineWindow, path: string): Promise<void> {
  await window.open(site.url + path);
  await hydrated(window);
}

async function hydrated(window: EngineWindow): Promise<void> {
  await reads(window, `(${isHydrated.toString()})()`, true);
}

async function reads(window: EngineWindow, expression: string, value: unknown): Promise<void> {
  await expect.poll(() => window.evaluate(expression).catch(() => undefined), { message: expression }).toEqual(value);
}
