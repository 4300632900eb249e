import { useState, useSyncExternalStore } from 'react';

const never = () => () => undefined;
const nothing = () => undefined;

/**
 * Whether the component came with the server's page, not by navigation. True for good on such a page.
 *
 * React asks for the server's snapshot on the server and where it takes over the server's markup, nowhere else. It is
 * the same as the browser's: another one would make React render the component again once it has taken over.
 */
export function useServed(): boolean {
  let isServed = false;
  // Asked within this very render, or never.
  // oxlint-disable-next-line react/immutability
  useSyncExternalStore(never, nothing, () => void (isServed = true));
  return useState(isServed)[0];
}
