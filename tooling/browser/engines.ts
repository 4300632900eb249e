/**
 * Engines beside Chromium's. Playwright drives its own builds of them; here they are as a distribution has them,
 * through the protocols that they offer to everybody (decision 145).
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { constants, inflateSync } from 'node:zlib';
import puppeteer, { type Page } from 'puppeteer-core';
import { Builder, By, Key, type WebDriver } from 'selenium-webdriver';
import { freePort } from '../processes/free-port.ts';
import { canInstall, installPackages } from './debian-packages.ts';
import { isExecutable, onPath } from './find-browser.ts';

/** A window that does what a visitor does. Elements are named by CSS selectors. */
export interface EngineWindow {
  /** Resolves when the page has loaded. */
  open(url: string): Promise<void>;
  /** @param expression in JavaScript, evaluated in the page; its result is returned as JSON */
  evaluate<T>(expression: string): Promise<T>;
  click(selector: string): Promise<void>;
  /** Types after what the field holds. */
  type(selector: string, text: string): Promise<void>;
  /** Types a letter like an input method, in several steps, where the driver gets keys to one. */
  compose?(letter: string): Promise<void>;
  /** Goes to the beginning of the line where the cursor is. */
  pressHome(): Promise<void>;
  /** How many sheets of A4 the page takes, where the engine prints to a file. */
  countSheets?(): Promise<number>;
  close(): Promise<void>;
}

export interface Engine {
  name: string;
  /** The first number of the oldest version that will do, if it matters. */
  oldest?: number;
  /** Debian's packages of it. */
  packages: readonly string[];
  /** Whether it is installed, and not too old. */
  isInstalled(): boolean;
  /** Whether it reports violations of a policy over plain HTTP, too. */
  reportsWithoutTls: boolean;
  /** Whether a reload gives a form what was in it. */
  fillsInAgain: boolean;
  /** The address of its own view of a page, which shows the article alone, if it has one. */
  readerView?(url: string): string;
  openWindow(): Promise<EngineWindow>;
}

/** WebKit's driver listens after about a second. */
const READY_MS = 20_000;
/** How long an element may take to come. */
const PRESS_MS = 30_000;
/** Wide enough for the navigation in the header. */
const SIZE = { width: 1280, height: 900 };

/** 140 does not understand all that puppeteer asks of it; Debian has nothing between the two. */
const FIREFOX_OLDEST = 153;

/** The first that is new enough: beside an old one, Debian's may be new. */
const firefoxPath = (): string | undefined =>
  onPath(['firefox', 'firefox-esr']).find((program) => {
    if (!isExecutable(program)) return false;
    const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
    return Number(/^Mozilla Firefox (\d+)/.exec(stdout)?.[1]) >= FIREFOX_OLDEST;
  });

const firefox: Engine = {
  name: 'Firefox',
  oldest: FIREFOX_OLDEST,
  packages: ['firefox-esr'],
  reportsWithoutTls: false,
  fillsInAgain: true,
  readerView: (url) => `about:reader?url=${encodeURIComponent(url)}`,
  isInstalled: () => firefoxPath() !== undefined,
  async openWindow() {
    const browser = await puppeteer.launch({
      browser: 'firefox',
      executablePath: firefoxPath()!,
      headless: true,
      // Otherwise the reader view cannot be opened.
      args: ['-remote-allow-system-access'],
    });
    const page = await browser.newPage();
    await page.setViewport(SIZE);
    return {
      open: async (url) => void (await page.goto(url)),
      evaluate: (expression) => page.evaluate(expression) as Promise<never>,
      click: (selector) => press(page, selector),
      type: async (selector, text) => await page.type(selector, text),
      pressHome: () => page.keyboard.press('Home'),
      countSheets: async () => sheetsOf(await page.pdf({ format: 'A4' })),
      close: () => browser.close(),
    };
  },
};

/**
 * Presses where the element is, once it keeps its place and nothing covers it. Puppeteer's locators hold on to the
 * element that they found, and wait for ever when the page puts a live one in its place.
 */
async function press(page: Page, selector: string): Promise<void> {
  const deadline = Date.now() + PRESS_MS;
  for (let before = ''; Date.now() < deadline; await delay(50)) {
    const place = await page.evaluate(placeOf(selector)).catch(() => null);
    const now = JSON.stringify(place);
    if (place && now === before) return await page.mouse.click(...(place as [x: number, y: number]));
    before = now;
  }
  throw new Error(`There is nothing to press at ${selector}.`);
}

/** An expression: the middle of the element, in CSS pixels of the window, or null while it cannot be pressed. */
const placeOf = (selector: string): string => `(() => {
  const element = document.querySelector(${JSON.stringify(selector)});
  if (!element || element.disabled) return null;
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  const { left, top, width, height } = element.getBoundingClientRect();
  const place = [left + width / 2, top + height / 2];
  return element.contains(document.elementFromPoint(...place)) ? place : null;
})()`;

/** The pages of a PDF, which are objects in compressed streams. */
function sheetsOf(pdf: Uint8Array): number {
  const streams = Buffer.from(pdf)
    .toString('latin1')
    .matchAll(/\/ObjStm\b.*?stream\r?\n(.*?)\r?\nendstream/gs);
  // The last byte of a stream may look like the beginning of the line's end.
  const whole = { finishFlush: constants.Z_SYNC_FLUSH };
  const objects = [...streams].map(([, stream]) =>
    inflateSync(Buffer.from(stream!, 'latin1'), whole).toString('latin1'),
  );
  return objects.join('\n').split(/\/Type\s*\/Page\b/).length - 1;
}

const virtualDisplay = (): string | undefined => onPath(['Xvfb']).find(isExecutable);
const webKitDriver = (): string | undefined => onPath(['WebKitWebDriver']).find(isExecutable);
const miniBrowser = (): string | undefined =>
  globSync('/usr/{lib,libexec}/{,*/}webkit2gtk-4.*/MiniBrowser').find(isExecutable);

/** Safari's engine, in the small browser that comes with its tests. */
const webKit: Engine = {
  name: 'WebKit',
  packages: ['webkit2gtk-driver', 'xvfb'],
  reportsWithoutTls: true,
  fillsInAgain: false,
  isInstalled: () => [virtualDisplay(), webKitDriver(), miniBrowser()].every((program) => program !== undefined),
  async openWindow() {
    const started: ChildProcess[] = [];
    const stop = async (): Promise<void> => {
      for (const child of started.toReversed()) {
        if (child.exitCode !== null || child.signalCode !== null) continue;
        child.kill();
        await once(child, 'exit');
      }
    };
    try {
      const display = spawn(virtualDisplay()!, ['-displayfd', '3', '-screen', '0', '1600x1200x24'], {
        stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
      });
      started.push(display);
      const [number] = (await once(display.stdio[3] as NodeJS.ReadableStream, 'data')) as [Buffer];
      const port = await freePort();
      const driver = spawn(webKitDriver()!, [`--port=${port}`], {
        stdio: 'ignore',
        env: {
          ...process.env,
          DISPLAY: `:${number.toString().trim()}`,
          // There is no graphics card, and in a container's sandbox no other sandbox works. The pages are our own.
          LIBGL_ALWAYS_SOFTWARE: '1',
          WEBKIT_DISABLE_COMPOSITING_MODE: '1',
          WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
        },
      });
      started.push(driver);
      const session = await connect(`http://127.0.0.1:${port}`);
      const element = (selector: string) => session.findElement(By.css(selector));
      return {
        open: (url) => session.get(url),
        evaluate: (expression) => session.executeScript(`return (${expression})`),
        click: async (selector) => {
          const found = await element(selector);
          // The driver scrolls by itself, but does not wait for a smooth scroll to end.
          await session.executeScript(`arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' })`, found);
          await found.click();
        },
        type: (selector, text) => element(selector).sendKeys(text),
        // GTK's own input method takes a letter's number after these keys.
        async compose(letter) {
          const begin = session.actions().keyDown(Key.CONTROL).keyDown(Key.SHIFT).sendKeys('u');
          const number = letter.codePointAt(0)!.toString(16);
          await begin.keyUp(Key.SHIFT).keyUp(Key.CONTROL).sendKeys(number, Key.ENTER).perform();
        },
        pressHome: () => session.actions().sendKeys(Key.HOME).perform(),
        close: async () => {
          await session.quit().catch(() => {});
          await stop();
        },
      };
    } catch (error) {
      await stop();
      throw error;
    }
  },
};

/** Opens a session as soon as the driver listens. */
async function connect(driver: string): Promise<WebDriver> {
  const deadline = Date.now() + READY_MS;
  for (;;) {
    try {
      await fetch(`${driver}/status`);
      break;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await delay(50);
    }
  }
  const args = ['--automation', `--geometry=${SIZE.width}x${SIZE.height}`];
  return await new Builder()
    .usingServer(driver)
    .withCapabilities({
      browserName: 'MiniBrowser',
      'webkitgtk:browserOptions': { binary: miniBrowser(), args },
      timeouts: { pageLoad: 60_000, script: 30_000 },
    })
    .build();
}

export const engines: readonly Engine[] = [firefox, webKit];

/**
 * Makes sure that an engine is installed. It is installed for a gate alone: nobody's machine is changed for a test that
 * can be left out.
 * @returns why it cannot be used, if so
 */
export async function missing({ name, oldest, packages, isInstalled }: Engine): Promise<string | undefined> {
  if (isInstalled()) return undefined;
  const said = process.env.CI && canInstall() ? await installPackages(...packages) : undefined;
  if (isInstalled()) return undefined;
  if (said) console.log(said);
  const wanted = oldest === undefined ? name : `${name} ${oldest} or newer`;
  return `${wanted} is not installed; with Debian: apt-get install ${packages.join(' ')}`;
}
