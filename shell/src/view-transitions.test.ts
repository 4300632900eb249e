/** A page that changes with a transition is never held up by the browser's image of the page that is left. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withViewTransitions } from './view-transitions.ts';

type Update = () => unknown;

/** What the page has asked the browser for. */
let asked: { update: Update; skipped: boolean }[] = [];

beforeEach(() => {
  asked = [];
  vi.useFakeTimers();
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.stubGlobal('document', {
    startViewTransition(update: Update) {
      const transition = { update, skipped: false };
      asked.push(transition);
      return {
        ready: Promise.resolve(),
        finished: new Promise(() => {}),
        skipTransition: () => void (transition.skipped = true),
      };
    },
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function begin(update: Update = () => {}) {
  withViewTransitions({ navigate: () => {} } as unknown as Parameters<typeof withViewTransitions>[0]);
  document.startViewTransition(update);
  return asked[0]!;
}

test('a transition is given up when the browser does not come to it', async () => {
  const transition = begin();
  await vi.advanceTimersByTimeAsync(200);
  expect(transition.skipped).toBe(false);
  await vi.advanceTimersByTimeAsync(200);
  expect(transition.skipped).toBe(true);
});

test('a transition that has begun is left to end by itself', async () => {
  const update = vi.fn();
  const transition = begin(update);
  await transition.update();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(update).toHaveBeenCalledOnce();
  expect(transition.skipped).toBe(false);
});
