import { ANSWERED_MS } from 'shared/contracts/sent-once';

declare global {
  interface Document {
    /** The form that the browser is sending. */
    sent?: EventTarget | null;
  }
}

/**
 * A form that the browser is sending is not sent again, neither by itself nor by a script that has since come: a
 * post would be published twice, and a visitor who presses twice would be told what the second press found. Goes on
 * with what the document did until now (`shell/server/documents/after-first-paint.ts`), which knew of no script.
 */
export function keepSentOnce(): void {
  const forget = () => {
    document.sent = null;
  };
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- as the document's script has set it
  window.onsubmit = null;
  // Ahead of React, which listens at the document.
  const refuse = (event: Event) => {
    if (event.target !== document.sent) return;
    event.preventDefault();
    event.stopPropagation();
  };
  addEventListener('submit', refuse, true);
  addEventListener('submit', ({ target, defaultPrevented }) => {
    if (defaultPrevented || (target as HTMLFormElement).method !== 'post') return;
    document.sent = target;
    setTimeout(forget, ANSWERED_MS);
    // A page that has unsaved words asks before the browser leaves it for the answer; who stays has sent nothing.
    addEventListener('beforeunload', ({ defaultPrevented: asks }) => asks && forget(), { once: true });
  });
  // The browser may keep the page as it was, for a visitor who comes back.
  addEventListener('pagehide', forget);
}
