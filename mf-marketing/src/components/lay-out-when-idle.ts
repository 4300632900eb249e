/** Longest wait for the browser to be idle, in milliseconds: a slow phone may be busy for as long as one looks. */
const PATIENCE = { timeout: 500 };

const waiting: HTMLElement[] = [];

function layOut(): void {
  waiting.shift()!.style.contentVisibility = 'visible';
  if (waiting.length) requestAnimationFrame(layOutNext);
}

/** Lays out one section in a frame, so that no frame takes long. */
function layOutNext(): void {
  // Safari does not tell when it is idle.
  if ('requestIdleCallback' in globalThis) requestIdleCallback(layOut, PATIENCE);
  else setTimeout(layOut);
}

/**
 * Lets the browser lay out a section that is far from the window, once the fonts are there and it has nothing else to
 * do. So a picture of the whole page has no blank in it, and nobody who scrolls fast meets one (decision 159).
 */
export function layOutWhenIdle(section: HTMLElement): void {
  if (waiting.push(section) === 1) void document.fonts.ready.then(layOutNext);
}
