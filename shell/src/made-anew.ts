/**
 * React makes the page anew if it differs from what the server sent: where the browser has translated it, or an
 * extension has put something into it, before the application came. What was typed by then is carried over.
 */
import { useEffect } from 'react';

const sent = [...document.forms];
let focused = document.activeElement;
const follow = ({ target }: FocusEvent) => {
  focused = target as Element;
};
addEventListener('focusin', follow);

export function useCarriedOver(): void {
  useEffect(() => {
    removeEventListener('focusin', follow);
    const lost = sent.splice(0).filter((form) => !form.isConnected);
    if (lost.length === 0) return;
    void import('./frame/kept-fields.ts').then(({ carryOver }) => carryOver(lost, focused)).catch(() => {});
  }, []);
}
