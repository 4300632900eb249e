/**
 * The window as React Router sees it. Two things that it does when it starts are left out, as each is a message to the
 * browser's other process, and the page waits for one of them: it writes a number into the first history entry, which
 * only blocking navigation would need, and it looks up which navigations were shown with a transition before a reload,
 * so as to show one when the visitor goes back. Here only a pressed card makes one (`view-transitions.ts`).
 */
export const frugalWindow = (): Window =>
  ({
    document,
    location,
    history: new Proxy(history, {
      // React Router reads the state, and otherwise calls methods. An entry without state has what it would write.
      get: (real, key: keyof History) =>
        key === 'state' ? (real.state ?? { idx: 0 }) : (real[key] as () => void).bind(real),
    }),
    sessionStorage: { getItem: nothing, setItem: nothing },
    addEventListener: addEventListener.bind(window),
  }) as unknown as Window;

const nothing = () => null;
