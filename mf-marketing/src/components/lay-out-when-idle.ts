const waiting: HTMLElement[] = [];

/** Lays out one section in a frame, so that no frame takes long. */
function layOutNext(): void {
  // Safari does not tell when it is idle.
  (globalThis.requestIdleCallback ?? setTimeout)(() => {
    waiting.shift()!.style.contentVisibility = 'visible';
    if (waiting.length) requestAnimationFrame(layOutNext);
  });
}

/**
 * Lets the browser lay out a section that is far from the window, once the fonts are there and it has nothing else to
 * do. So a picture of the whole page has no blank in it, and nobody who scrolls fast meets one (decision 159).
 */
export function layOutWhenIdle(section: HTMLElement): void {
  if (waiting.push(section) === 1) void document.fonts.ready.then(layOutNext);
}
