/** Presses before the page was taken over. The document notes them (`shell/server/documents/after-first-paint.ts`). */
import { useEffect } from 'react';

declare global {
  interface Document {
    /** Absent in development, whose documents note nothing. */
    pressed?: Element[];
  }
}

/**
 * Once the page is taken over, presses the buttons again that were pressed before: each of them once, since a visitor
 * who presses a button twice because nothing happened wants one press. Links and forms need no script, so the browser
 * has followed or sent them already.
 */
export function useEarlyPresses(): void {
  // A press that React answers itself, taking the page over for it, comes here before it is noted.
  useEffect(() => {
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- as the document's script has set it
    document.onclick = null;
    const buttons = document.pressed?.splice(0).map((pressed) => pressed.closest<HTMLElement>('button[type="button"]'));
    for (const button of new Set(buttons)) button?.click();
  }, []);
}
