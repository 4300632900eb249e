import type { KeyboardEvent } from 'react';
import { expect, test } from 'vitest';
import { placeByKey } from './arrow-keys.tsx';

const press = (key: string, modifiers: Partial<KeyboardEvent> = {}) => ({ key, ...modifiers }) as KeyboardEvent;

test.each([
  ['ArrowRight', 1, 2],
  ['ArrowRight', 3, 0],
  ['ArrowLeft', 0, 3],
  ['Home', 2, 0],
  ['End', 0, 3],
  ['ArrowDown', 0, undefined],
])('%s leads from %i to %s', (key, now, to) => {
  expect(placeByKey(press(key), { now, count: 4 })).toBe(to);
});

test.each(['altKey', 'ctrlKey', 'metaKey'])('with %s an arrow is the browser’s', (modifier) => {
  expect(placeByKey(press('ArrowLeft', { [modifier]: true }), { now: 0, count: 4 })).toBeUndefined();
});
