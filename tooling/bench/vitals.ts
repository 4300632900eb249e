/** What the page itself experiences: paints, layout shifts, hydration. Runs in the browser. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright';

const DEADLINE_MS = 30_000;
/** Rarely: each look runs a script in the throttled page. Only the site is waited for, so it would count against it. */
const LOOK_MS = 250;

/** Milliseconds since navigation began, and the sum of all layout shifts. */
export interface Vitals {
  firstPaint: number;
  largestPaint: number;
  layoutShift: number;
  /** When React had taken over the page's content; null until then. */
  hydrated: number | null;
}

/** Starts to record with the page's first script. */
export async function recordVitals(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const HYDRATION_CHECK_MS = 25;
    const vitals = { firstPaint: 0, largestPaint: 0, layoutShift: 0, hydrated: null as number | null };
    Object.assign(globalThis, { benchVitals: vitals });
    const observe = (type: string, record: (entry: PerformanceEntry) => void): void => {
      new PerformanceObserver((list) => list.getEntries().forEach(record)).observe({ type, buffered: true });
    };
    observe('paint', ({ name, startTime }) => {
      if (name === 'first-contentful-paint') vitals.firstPaint = startTime;
    });
    observe('largest-contentful-paint', ({ startTime }) => {
      vitals.largestPaint = startTime;
    });
    // All shifts of the whole visit, which is stricter than the worst five seconds that Core Web Vitals count.
    observe('layout-shift', (entry) => {
      vitals.layoutShift += (entry as PerformanceEntry & { value: number }).value;
    });
    // React leaves its property on every element that it has taken over.
    const timer = setInterval(() => {
      const content = document.querySelector('[data-boundary] > *');
      if (!content || !Object.keys(content).some((key) => key.startsWith('__reactProps$'))) return;
      vitals.hydrated = performance.now();
      clearInterval(timer);
    }, HYDRATION_CHECK_MS);
  });
}

export function readVitals(page: Page): Promise<Vitals> {
  return page.evaluate(() => (globalThis as unknown as { benchVitals: Vitals }).benchVitals);
}

/** Waits until React has taken over the page. @throws after {@link DEADLINE_MS} */
export function waitUntilHydrated(page: Page): Promise<void> {
  return waitUntil(page, 'benchVitals.hydrated !== null');
}

/** Waits for the first paint of content. @throws after {@link DEADLINE_MS} */
export function waitUntilPainted(page: Page): Promise<void> {
  return waitUntil(page, 'benchVitals.largestPaint > 0');
}

/** Playwright's own way would have the page read 300 kB of its script, and make a frame for each look. */
async function waitUntil(page: Page, expression: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const deadline = performance.now() + DEADLINE_MS;
  for (;;) {
    const { result } = await session.send('Runtime.evaluate', { expression, returnByValue: true });
    if (result.value === true) break;
    if (performance.now() > deadline) throw new Error(`${page.url()}: not ${expression} after ${DEADLINE_MS} ms.`);
    await delay(LOOK_MS);
  }
  await session.detach();
}

/** Scrolls to the end like a visitor, screen by screen, and waits for what that makes visible. */
export async function scrollToEnd(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const STEP_MS = 100;
    const MAX_STEPS = 60;
    const pause = () => new Promise((resolve) => setTimeout(resolve, STEP_MS));
    const { documentElement } = document;
    for (let step = 0; step < MAX_STEPS && scrollY + innerHeight < documentElement.scrollHeight - 1; step++) {
      scrollBy({ top: innerHeight, behavior: 'instant' });
      await pause();
    }
    await Promise.all([...document.images].map((image) => image.decode().catch(() => {})));
    await pause();
  });
}
