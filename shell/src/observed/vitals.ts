/** Core Web Vitals of this page load, as the browser recorded them (https://web.dev/articles/vitals). */
import type { Vitals } from 'shared/contracts/observed';

/** Layout shifts less than the gap apart belong to one session, up to a maximum length; both in milliseconds. */
const SESSION_GAP_MS = 1_000;
const SESSION_MS = 5_000;
/** Interactions shorter than this are not recorded, in milliseconds. */
const SHORT_MS = 40;
/** Of this many interactions, one of the slowest is left out. */
const PER_OUTLIER = 50;

interface Entry extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  interactionId: number;
}

/** @returns a function that gives what is known so far, or undefined for a page that was not seen while it loaded */
export function observeVitals(): () => Vitals | undefined {
  let lcp: number | undefined;
  let cls = 0;
  let session = { value: 0, from: 0, to: 0 };
  const interactions = new Map<number, number>();
  let isSeen = !document.hidden;

  observe('visibility-state', ({ name, startTime }) => {
    if (name === 'hidden' && startTime === 0) isSeen = false;
  });
  observe('largest-contentful-paint', ({ startTime }) => {
    lcp = startTime;
  });
  observe('layout-shift', ({ value, hadRecentInput, startTime }) => {
    if (hadRecentInput) return;
    const isSame = startTime - session.to < SESSION_GAP_MS && startTime - session.from < SESSION_MS;
    session = { value: value + (isSame ? session.value : 0), from: isSame ? session.from : startTime, to: startTime };
    cls = Math.max(cls, session.value);
  });
  observe('event', ({ interactionId, duration }) => {
    if (interactionId) interactions.set(interactionId, Math.max(duration, interactions.get(interactionId) ?? 0));
  });

  return () => {
    if (!isSeen || lcp === undefined) return undefined;
    const slowest = [...interactions.values()].toSorted((a, b) => b - a);
    // Browsers count all of them, including the short ones.
    const count = (performance as Performance & { interactionCount?: number }).interactionCount ?? slowest.length;
    const inp = slowest[Math.min(slowest.length - 1, Math.floor(count / PER_OUTLIER))];
    return { lcp, cls, ...(inp !== undefined && { inp }) };
  };
}

/** Browsers silently ignore a type of entry that they do not know. */
function observe(type: string, take: (entry: Entry) => void): void {
  new PerformanceObserver((list) => list.getEntries().forEach((entry) => take(entry as Entry))).observe({
    type,
    buffered: true,
    durationThreshold: SHORT_MS,
  } as PerformanceObserverInit);
}
