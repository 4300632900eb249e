import { useState, useSyncExternalStore } from 'react';

const never = () => () => undefined;
const nothing = () => undefined;

/**
 * Whether the component came with the server's page, not by navigation. Once true, it stays so while the component is
 * mounted.
 *
 * React asks for the server's snapshot only on the server and where it takes over the server's markup. That snapshot is
 * the same as the browser's: a different one would make React render the component again afterwards.
 */
export function useServed(): boolean {
  let isServed = false;
  // Called within this very render, or never.
  // oxlint-disable-next-line react/immutability
  useSyncExternalStore(never, nothing, () => void (isServed = true));
  return useState(isServed)[0];
}

/** How the browser came by this document: its URL, and whether by a link, a reload or the history. Not all tell. */
export const servedBy = (): PerformanceNavigationTiming | undefined =>
  (performance.getEntriesByType('navigation') as PerformanceNavigationTiming[])[0];
