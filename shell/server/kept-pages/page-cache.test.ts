/** When a page is made, checked, and forgotten. */
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { ApiRead, Truth } from './api-reads.ts';
import { KeptPage } from './kept-page.ts';
import { PageCache, type Recipe } from './page-cache.ts';

const LONG_TEXT = 'long '.repeat(2_000);
const A_READ: ApiRead[] = [{ path: '/api/posts', accept: null, etag: 'W/"1"' }];
const MINUTE_MS = 60_000;

/** A cache with its own clock, and a page that is as up to date as the test says. */
function kitchen({ maxBytes = 1_000_000, reads = A_READ }: { maxBytes?: number; reads?: ApiRead[] } = {}) {
  const clock = { now: 60 * MINUTE_MS };
  const cache = new PageCache<string>(maxBytes, () => clock.now);
  const state = { truth: 'same' as Truth, text: 'first', made: 0, asked: 0, fails: false };
  const gates: (() => void)[] = [];
  const recipe: Recipe<string> = {
    make: async (at) => {
      state.made += 1;
      const { text, fails } = state;
      await new Promise<void>((resolve) => (gated ? gates.push(resolve) : resolve()));
      return fails ? 'failed' : new KeptPage(text, { policies: [], reads, at });
    },
    isKept: (made) => made instanceof KeptPage,
    lacksApi: (made) => made === 'failed',
    earlier: ['/'],
    stillTrue: async () => {
      state.asked += 1;
      return state.truth;
    },
  };
  let gated = false;
  const textOf = async (made: KeptPage | string) =>
    made instanceof KeptPage ? (await made.as(undefined)).body.toString() : made;
  return {
    cache,
    state,
    passes: (ms: number) => void (clock.now += ms),
    hold: () => void (gated = true),
    release: () => {
      gated = false;
      for (const open of gates.splice(0)) open();
    },
    get: (key = '/') => cache.get(key, recipe),
    ask: async (key = '/') => textOf(await cache.get(key, recipe)),
  };
}

test('a page is made once, and for a second it is not checked', async () => {
  const { ask, state, passes } = kitchen();
  for (let time = 0; time < 999; time += 37) {
    expect(await ask()).toBe('first');
    if (time === 0) state.truth = 'changed';
    passes(37 * Number(time + 37 < 999));
  }
  expect([state.made, state.asked]).toEqual([1, 0]);
});

test('after a second it is asked about: it stays, or is remade', async () => {
  const { ask, state, passes } = kitchen();
  await ask();
  passes(1_000);
  expect(await ask()).toBe('first');
  expect([state.made, state.asked]).toEqual([1, 1]);
  state.truth = 'changed';
  state.text = 'second';
  passes(999);
  expect(await ask()).toBe('first');
  passes(1);
  expect(await ask()).toBe('second');
  expect([state.made, state.asked]).toEqual([2, 2]);
});

test('a page that needed nothing of the API is true for as long as its composition', async () => {
  const { ask, state, passes, cache } = kitchen({ reads: [] });
  await ask();
  passes(60 * MINUTE_MS);
  await ask();
  expect([state.made, state.asked]).toEqual([1, 0]);
  cache.clear();
  expect(cache.bytes).toBe(0);
  await ask();
  expect(state.made).toBe(2);
});

test('while the API is away, a page is still served after another remote was released', async () => {
  const { ask, state, passes, cache } = kitchen();
  await ask();
  cache.clear();
  Object.assign(state, { fails: true, text: 'second' });
  expect(await ask('/ of another composition')).toBe('first');
  passes(5 * MINUTE_MS);
  expect(await ask('/ of another composition')).toBe('first');
  expect(state.made, 'it is tried each time').toBe(3);
  passes(5 * MINUTE_MS);
  expect(await ask('/ of another composition'), 'for ten minutes in all').toBe('failed');
  state.fails = false;
  expect(await ask('/ of another composition')).toBe('second');
});

test('but not when the API says that it is out of date', async () => {
  const { ask, state, cache } = kitchen();
  await ask();
  cache.clear();
  Object.assign(state, { fails: true, truth: 'changed' });
  expect(await ask('/ of another composition')).toBe('failed');
});

test('and no longer than the API is away, nor in more memory', async () => {
  const { ask, state, passes, cache } = kitchen({ maxBytes: 1_000 });
  await ask();
  cache.clear();
  state.fails = true;
  expect(await ask('/ now')).toBe('first');
  passes(1_000);
  Object.assign(state, { fails: false, text: 'second' });
  expect(await ask('/ now')).toBe('second');
  const { bytes } = cache;
  expect(await ask('/ now')).toBe('second');
  cache.clear();
  expect(cache.bytes, 'the second one alone').toBe(bytes);
  state.text = 'x'.repeat(900);
  await ask('/ large');
  expect(cache.bytes).toBeLessThanOrEqual(1_000);
});

test('its memory is counted to the byte, in all forms in which it was asked for', async () => {
  const { get, state, passes, cache } = kitchen();
  state.text = LONG_TEXT;
  await get();
  cache.clear();
  Object.assign(state, { fails: true });
  const earlier = (await get('/ now')) as KeptPage;
  const before = cache.bytes;
  expect((await earlier.as('br')).body.length).toBe(cache.bytes - before);
  Object.assign(state, { fails: false, text: 'second' });
  const second = (await get('/ later')) as KeptPage;
  await earlier.as('gzip');
  expect(cache.bytes, 'without the earlier one').toBe(second.size);
  Object.assign(state, { truth: 'changed', text: 'third' });
  passes(1_000);
  const third = (await get('/ later')) as KeptPage;
  await second.as('br');
  expect(cache.bytes, 'without the one before').toBe(third.size);
  expect(((await get('/ with a longer key')) as KeptPage).size - third.size).toBe(2 * 12);
});

test('earlier pages are forgotten when they are too old to be served, and no sooner', async () => {
  const { get, ask, state, passes, cache } = kitchen();
  const other = (await get('/other')) as KeptPage;
  await get('/');
  cache.clear();
  const later = (await get('/ later')) as KeptPage;
  expect(cache.bytes, 'the one that it takes the place of is gone').toBe(other.size + later.size);
  cache.clear();
  await get('/');
  cache.clear();
  passes(1);
  cache.clear();
  state.fails = true;
  expect(await ask('/ now')).toBe('first');
  passes(10 * MINUTE_MS);
  cache.clear();
  expect(cache.bytes).toBe(0);
});

test('the compressed forms of a page need room as well: another page is forgotten for them', async () => {
  const { get, state, cache } = kitchen({ maxBytes: 2_600 });
  // Which compresses to half of it.
  state.text = Array.from({ length: 25 }, (_, at) => createHash('sha256').update(`${at}`).digest('hex')).join('');
  await get('/asked-for');
  state.text = 'x'.repeat(200);
  await get('/other');
  const page = cache.fresh('/asked-for')!;
  const before = cache.bytes;
  expect(before + (await page.as('br')).body.length).toBeGreaterThan(2_600);
  expect([cache.fresh('/asked-for'), cache.fresh('/other')]).toEqual([page, undefined]);
  expect(cache.bytes).toBe(page.size);
});

test('pages of earlier compositions give way first, and the same composition may come back', async () => {
  const { ask, get, state, cache } = kitchen({ maxBytes: 1_000 });
  const { size } = (await get('/')) as KeptPage;
  cache.clear();
  await get('/');
  expect(cache.bytes).toBe(size);
  cache.clear();
  // As after a way back: the key is that of an earlier page, and the recipe asks for no earlier one.
  await get('/ elsewhere');
  cache.clear();
  const bytesOfBoth = cache.bytes;
  await get('/ elsewhere');
  cache.clear();
  expect(cache.bytes, 'neither is counted twice').toBe(bytesOfBoth);
  state.text = 'y'.repeat(900);
  await get('/ large');
  expect(cache.bytes).toBeLessThanOrEqual(1_000);
  expect(cache.fresh('/ large'), 'the current page stays').toBeDefined();
  state.fails = true;
  expect(await ask('/ now')).toBe('failed');
});

test('a thousand who ask at once wait for one', async () => {
  const { ask, state, hold, release, passes } = kitchen();
  hold();
  const all = Array.from({ length: 1_000 }, () => ask());
  release();
  expect(new Set(await Promise.all(all))).toEqual(new Set(['first']));
  expect(state.made).toBe(1);
  passes(1_000);
  await Promise.all(Array.from({ length: 1_000 }, () => ask()));
  expect([state.made, state.asked]).toEqual([1, 1]);
});

test('an answer asked for after a second is not what was read before', async () => {
  const { ask, state, hold, release, passes } = kitchen();
  hold();
  const early = ask();
  passes(1_000);
  state.text = 'second';
  const late = ask();
  release();
  expect(await Promise.all([early, late])).toEqual(['first', 'second']);
  expect(await ask(), 'the later one is kept, whichever is ready first').toBe('second');
  expect(state.made).toBe(2);
});

test('after something was written what was read before is not served', async () => {
  const { ask, cache, state, hold, release, passes } = kitchen();
  await ask();
  passes(1);
  Object.assign(state, { truth: 'changed', text: 'second' });
  cache.doubt();
  passes(1);
  hold();
  const early = ask();
  await new Promise(setImmediate);
  passes(1);
  state.text = 'third';
  cache.doubt();
  passes(1);
  const late = ask();
  await new Promise(setImmediate);
  release();
  expect(await Promise.all([early, late])).toEqual(['second', 'third']);
  expect(await ask()).toBe('third');
  expect([state.made, state.asked]).toEqual([3, 2]);
});

test('what is written in the same millisecond as a page is made counts as later', async () => {
  const { ask, cache, state, hold, release } = kitchen();
  await ask();
  cache.doubt();
  Object.assign(state, { truth: 'changed', text: 'second' });
  expect(await ask()).toBe('second');
  hold();
  const early = ask('/other');
  cache.doubt();
  state.text = 'third';
  const late = ask('/other');
  release();
  expect(await Promise.all([early, late])).toEqual(['second', 'third']);
});

test('an API that gave no answer while something was written is asked again at once', async () => {
  const { ask, cache, state, passes } = kitchen();
  await ask();
  passes(1_000);
  state.truth = 'unknown';
  const early = ask();
  passes(1);
  cache.doubt();
  passes(1);
  expect(await early).toBe('first');
  Object.assign(state, { truth: 'changed', text: 'second' });
  expect(await ask()).toBe('second');
});

test('what fails is not kept', async () => {
  const { ask, state, cache } = kitchen();
  state.fails = true;
  expect([await ask(), await ask()]).toEqual(['failed', 'failed']);
  expect([state.made, cache.bytes]).toEqual([2, 0]);
});

test('while the API cannot be asked the page stays, for ten minutes', async () => {
  const { ask, state, passes } = kitchen();
  await ask();
  state.truth = 'unknown';
  state.fails = true;
  for (let minute = 1; minute < 10; minute += 1) {
    passes(MINUTE_MS);
    expect(await ask(), String(minute)).toBe('first');
  }
  expect(state.made).toBe(1);
  passes(MINUTE_MS);
  expect(await ask()).toBe('failed');
});

test('a client with a page, or an earlier one, does not wait long for an API that did not answer before', async () => {
  const { ask, state, passes, hold, release, cache } = kitchen();
  await ask();
  await ask('/known');
  passes(1_000);
  state.truth = 'unknown';
  await ask();
  state.truth = 'same';
  await ask('/known');
  passes(1_000);
  Object.assign(state, { truth: 'changed', text: 'second' });
  hold();
  const others = Promise.all([ask('/new'), ask('/known')]);
  expect(await ask()).toBe('first');
  expect(await Promise.race([others, 'not yet'])).toBe('not yet');
  release();
  expect(await others, 'these wait for what is true').toEqual(['second', 'second']);

  cache.clear();
  passes(1);
  Object.assign(state, { truth: 'unknown', fails: true });
  await ask('/ of another composition');
  state.fails = false;
  hold();
  expect(await ask('/ of another composition')).toBe('second');
});

test('as soon as the API can be asked again the page is what it should be', async () => {
  const { ask, state, passes } = kitchen();
  await ask();
  state.truth = 'unknown';
  passes(1_000);
  expect(await ask()).toBe('first');
  Object.assign(state, { truth: 'changed', text: 'second' });
  passes(1_000);
  expect(await ask()).toBe('second');
});

test('a page that is known to be false is not answered, even when the true one fails', async () => {
  const { ask, state, passes } = kitchen();
  await ask();
  Object.assign(state, { truth: 'changed', fails: true });
  passes(1_000);
  expect([await ask(), await ask()]).toEqual(['failed', 'failed']);
});

test('what was begun before all was forgotten is not kept', async () => {
  const { ask, cache, hold, release } = kitchen();
  hold();
  const asked = ask();
  cache.clear();
  release();
  expect(await asked).toBe('first');
  expect(cache.bytes).toBe(0);
});

test('the bytes stay within their limit, and what was asked for last stays', async () => {
  const maxBytes = 50_000;
  const { ask, state, cache } = kitchen({ maxBytes });
  state.text = 'x'.repeat(10_000);
  for (let page = 0; page < 100; page += 1) {
    await ask(`/${page}`);
    await ask('/');
    expect(cache.bytes).toBeLessThanOrEqual(maxBytes);
  }
  expect(cache.fresh('/')).toBeDefined();
  expect(cache.fresh('/99')).toBeDefined();
  expect(cache.fresh('/50')).toBeUndefined();
  state.text = 'x'.repeat(maxBytes);
  expect(await ask('/huge')).toBe(state.text);
  expect(cache.bytes).toBeLessThanOrEqual(maxBytes);
});
