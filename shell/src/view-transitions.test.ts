/** A page change with a transition is never held up by the browser's image of the old page. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { pageIsShown, withViewTransitions } from './view-transitions.ts';

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

describe('what React hears of a navigation', () => {
  /** A router that reports the states it is given, and a record of what has been heard from it. */
  function listen() {
    let says: (state: object, how: object) => void;
    const router = { state: {} as object, navigate() {}, subscribe: (tell: typeof says) => (says = tell) };
    const heard: string[] = [];
    withViewTransitions(router as unknown as Parameters<typeof withViewTransitions>[0]).subscribe(
      ({ location }, { viewTransitionOpts }) => {
        expect(viewTransitionOpts).toBeUndefined();
        heard.push(location as unknown as string);
      },
    );
    const say = (location: string, navigation: string, how: object = {}) => {
      router.state = { location, navigation: { state: navigation } };
      says(router.state, how);
    };
    return { heard, say };
  }
  const inTransition = { viewTransitionOpts: {} };

  test('a page that was loaded ahead: one thing, within the transition', async () => {
    const { heard, say } = listen();
    say('/old', 'loading');
    say('/new', 'idle', inTransition);
    await vi.advanceTimersByTimeAsync(200);
    expect(heard).toEqual([]);
    let isOver = false;
    const over = (asked[0]!.update() as Promise<void>).then(() => (isOver = true));
    await vi.advanceTimersByTimeAsync(10);
    expect(heard).toEqual(['/new']);
    expect(isOver, 'before React has shown the page').toBe(false);
    pageIsShown();
    await over;
  });

  test('a way that takes a while: that it has begun, and the page', async () => {
    const { heard, say } = listen();
    say('/old', 'loading');
    await vi.advanceTimersByTimeAsync(100);
    expect(heard).toEqual(['/old']);
    say('/new', 'idle');
    expect(heard).toHaveLength(2);
  });

  test('nothing that is over by then', async () => {
    const { heard, say } = listen();
    say('/first', 'idle', inTransition);
    say('/second', 'idle', inTransition);
    void asked[0]!.update();
    expect(heard).toEqual(['/second']);
  });
});
