/**
 * React re-renders the page if it differs from what the server sent: where the browser has translated it, or an
 * extension has put something into it, before the application came. What was typed by then is carried over.
 */
import { useEffect } from 'react';

const load = () => import('./frame/kept-fields.ts');

const sent = [...document.forms];
let focused: Element | null;
function follow(): void {
  focused = document.activeElement;
  // Loaded ahead for who types already: the page's own script may be quick to take a field away, as the editor's is.
  if ((focused as Partial<HTMLInputElement> | null)?.form) load().catch(() => {});
}
follow();
addEventListener('focusin', follow);

export function useCarriedOver(): void {
  useEffect(() => {
    removeEventListener('focusin', follow);
    const lost = sent.splice(0).filter((form) => !form.isConnected);
    if (lost.length === 0) return;
    void load()
      .then(({ carryOver }) => carryOver(lost, focused))
      .catch(() => {});
  }, []);
}
