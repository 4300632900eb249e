/** What the page itself experiences: paints, layout shifts, hydration. Runs in the browser. */
import type { Page } from 'playwright';

/** Milliseconds since navigation began, and the sum of all layout shifts. */
export interface Vitals {
  firstPaint: number;
  largestPaint: number;
  layoutShift: number;
  /** When React had taken over the page's content; null as long as it has not. */
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

/** Waits until React has taken over the page. @throws after the page's default time-out */
export async function waitUntilHydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => (globalThis as unknown as { benchVitals: Vitals }).benchVitals.hydrated !== null);
}

/** Waits for the first paint of content. @throws after the page's default time-out */
export async function waitUntilPainted(page: Page): Promise<void> {
  await page.waitForFunction(() => (globalThis as unknown as { benchVitals: Vitals }).benchVitals.largestPaint > 0);
}

/** Scrolls to the end as a visitor does, screen by screen, and waits for what that makes visible. */
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
