/**
 * The window as React Router sees it. Two things that it does when it starts are left out, as each is a message to the
 * browser's other process, and the page waits for one of them: it writes a number into the first history entry, which
 * only blocking navigation would need, and it looks up which navigations were shown with a transition before a reload,
 * so as to show one when the visitor goes back. Here only a pressed card makes one (`view-transitions.ts`).
 */
export function frugalWindow(): Window {
  const { history: real } = window;
  const history: Pick<History, 'state' | 'pushState' | 'replaceState' | 'go'> = {
    get state() {
      return (real.state as object | null) ?? FIRST;
    },
    pushState: (...entry) => real.pushState(...entry),
    replaceState: (...entry) => real.replaceState(...entry),
    go: (delta) => real.go(delta),
  };
  const frugal = {
    document,
    location,
    history,
    sessionStorage: FORGETFUL,
    addEventListener: addEventListener.bind(window),
    removeEventListener: removeEventListener.bind(window),
  };
  return frugal as unknown as Window;
}

/** What React Router would write into an entry that has no state. */
const FIRST = { idx: 0 };

const FORGETFUL: Pick<Storage, 'getItem' | 'setItem'> = { getItem: () => null, setItem() {} };
