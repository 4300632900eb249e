import { useState, useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** Whether the component came with the server's page, not by navigation. True for good on such a page. */
export function useServed(): boolean {
  const hydrating = useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
  return useState(hydrating)[0];
}
