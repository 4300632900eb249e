/** One visit to a page by a first-time visitor: a fresh cache, a phone's screen, a slow network. */
import type { Browser, CDPSession } from 'playwright';
import { recordMainThread, type MainThread } from './main-thread.ts';
import { logTraffic, type Traffic } from './traffic.ts';
import { readVitals, recordVitals, scrollToEnd, waitUntilHydrated, waitUntilPainted, type Vitals } from './vitals.ts';

export interface Visit extends Traffic, Vitals {
  /** Up to the moment when the network is quiet; absent when it was not asked for. */
  mainThread?: MainThread;
}

export interface VisitOptions {
  url: string;
  /** Whether the page is to be hydrated: false for the static copy. */
  hydrates: boolean;
  /** How many times slower than this machine the visitor's is. */
  cpuSlowdown: number;
  /** Whether the tasks of the main thread are recorded. */
  traced?: boolean;
}

/** What the visitor looks at. */
export const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
const VISIT_DEADLINE_MS = 30_000;
const BITS_PER_BYTE = 8;
/** 1.6 Mbit/s down, 750 kbit/s up, 150 ms: what Lighthouse calls slow 4G. */
const NETWORK = {
  offline: false,
  downloadThroughput: 1_600_000 / BITS_PER_BYTE,
  uploadThroughput: 750_000 / BITS_PER_BYTE,
  latency: 150,
};

/**
 * Loads a page, waits for hydration and fonts, and scrolls to the end. Requests and paints are read before the
 * scrolling, layout shifts after it.
 * @throws when the page or one of its files does not load, or does not hydrate in time
 */
export async function visit(
  browser: Browser,
  { url, hydrates, cpuSlowdown, traced = false }: VisitOptions,
): Promise<Visit> {
  // A proxy of the bench has its own certificate.
  const context = await browser.newContext({ ...PHONE, ignoreHTTPSErrors: true });
  try {
    context.setDefaultTimeout(VISIT_DEADLINE_MS);
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await slowDown(session, cpuSlowdown);
    const log = await logTraffic(session);
    await recordVitals(page);
    const stopRecording = traced ? await recordMainThread(browser, page) : undefined;

    await page.goto(url, { waitUntil: 'load' });
    if (hydrates) await waitUntilHydrated(page);
    await waitUntilPainted(page);
    await log.quiet();
    // Read now, since ending the recording takes a while, and requests in that time are not the page's.
    const traffic = log.read();
    // Before anything else is asked of the page: the answer costs it time.
    const mainThread = await stopRecording?.();
    await page.evaluate(() => document.fonts.ready.then(() => {}));
    const loaded = await readVitals(page);

    await scrollToEnd(page);
    const { layoutShift } = await readVitals(page);
    return { ...traffic, ...loaded, layoutShift, ...(mainThread && { mainThread }) };
  } finally {
    await context.close();
  }
}

/** Makes network and processor those of a visitor with a middling phone. */
export async function slowDown(session: CDPSession, cpuSlowdown: number): Promise<void> {
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', NETWORK);
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
}
