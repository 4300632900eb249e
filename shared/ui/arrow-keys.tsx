import type { KeyboardEvent } from 'react';

/** Whether the key is the browser's: Alt and an arrow, for example, lead to the page before or after. */
export const isShortcut = ({ altKey, ctrlKey, metaKey }: KeyboardEvent): boolean => altKey || ctrlKey || metaKey;

/**
 * Where a key leads in a row of controls: arrows to the one beside and round, Home and End to the ends.
 * @param row which control has the focus, from 0, and how many there are
 * @returns the control, from 0; undefined if the key leads nowhere
 */
export function placeByKey(event: KeyboardEvent, { now, count }: { now: number; count: number }): number | undefined {
  if (isShortcut(event)) return undefined;
  const next = { ArrowRight: now + 1, ArrowLeft: now - 1, Home: 0, End: -1 }[event.key];
  return next === undefined ? undefined : (next + count) % count;
}
