/** A remote's own smoke journey, in a real browser, on the site as it would be. */
import { access } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright';
import { browserArguments } from '../../browser/find-browser.ts';

/**
 * What a visitor does, in words for people who read that it failed, and how to do it. Paths are relative to the site.
 */
type SmokeStep = readonly [what: string, step: (page: Page) => Promise<void>];

/** What `smoke.ts` of a remote exports as `smoke`: three to five steps, on one page. */
export type Smoke = readonly SmokeStep[];

/** Longest time for one action of a step, in milliseconds. */
const ACTION_MS = 10_000;
/** Journeys try what is refused, too. */
const EXPECTED = /^Failed to load resource/;
const COLOUR = new RegExp(`${String.fromCodePoint(27)}\\[\\d+m`, 'g');

/** @param root folder of the remote's sources @returns undefined when it has none */
export async function readSmoke(root: string): Promise<Smoke | undefined> {
  const file = path.join(root, 'smoke.ts');
  if (
    !(await access(file).then(
      () => true,
      () => false,
    ))
  )
    return undefined;
  return ((await import(pathToFileURL(file).href)) as { smoke: Smoke }).smoke;
}

/** @returns the step that failed, and errors that the browser reports, as sentences */
export async function smokeRefusals(smoke: Smoke, siteUrl: string, executablePath: string): Promise<string[]> {
  // Large, and not needed by releases that are refused before, or go without.
  const { chromium } = await import('playwright');
  const browser = await chromium.launch({ executablePath, args: browserArguments });
  try {
    const context = await browser.newContext({ baseURL: siteUrl, locale: 'en-GB' });
    const page = await context.newPage();
    page.setDefaultTimeout(ACTION_MS);
    const errors = new Set<string>();
    page.on('pageerror', ({ message }) => errors.add(message));
    page.on('console', (message) => {
      if (message.type() === 'error' && !EXPECTED.test(message.text())) errors.add(message.text());
    });
    const failed = await firstFailure(smoke, page);
    return [
      ...failed,
      ...[...errors].map((message) => `The browser reports an error on its smoke journey: ${inWords(message)}`),
    ];
  } finally {
    await browser.close();
  }
}

async function firstFailure(smoke: Smoke, page: Page): Promise<string[]> {
  for (const [what, step] of smoke) {
    try {
      await step(page);
    } catch (error) {
      const at = new URL(page.url()).pathname;
      return [`Its smoke journey fails where ${what} (${at}): ${inWords((error as Error).message)}`];
    }
  }
  return [];
}

/** Playwright's first lines say what was expected; its call log is for debuggers. */
const inWords = (message: string): string =>
  message
    .replaceAll(COLOUR, '')
    .split('Call log:')[0]!
    .trim()
    .replaceAll(/\s*\n\s*/g, '; ');
