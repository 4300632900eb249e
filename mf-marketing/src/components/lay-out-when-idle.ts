/** Longest wait for the browser to be idle, in milliseconds: a slow phone may be busy for as long as one looks. */
const PATIENCE = { timeout: 500 };

/** How long one task goes on laying out, in milliseconds, before it leaves the rest to the next one. */
const TURN_MS = 25;

const waiting: HTMLElement[] = [];

function layOut(): void {
  const end = performance.now() + TURN_MS;
  do {
    const section = waiting.shift()!;
    section.style.contentVisibility = 'visible';
    // Laid out here, not in the next frame, so that the time it takes is known.
    section.getBoundingClientRect();
  } while (waiting.length && performance.now() < end);
  if (waiting.length) requestAnimationFrame(layOutNext);
}

/** One task for each frame. Each frame paints the page again, so the fewer, the better. */
function layOutNext(): void {
  // Safari does not tell when it is idle.
  if ('requestIdleCallback' in globalThis) requestIdleCallback(layOut, PATIENCE);
  else setTimeout(layOut);
}

/**
 * Lets the browser lay out a section that is far from the window, once the fonts have loaded and it has nothing else to
 * do. So a picture of the whole page has no blank in it, and nobody who scrolls fast meets one (decision 159).
 */
export function layOutWhenIdle(section: HTMLElement): void {
  if (waiting.push(section) === 1) void document.fonts.ready.then(layOutNext);
}
