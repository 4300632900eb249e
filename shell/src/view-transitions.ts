import type { createBrowserRouter } from 'react-router-dom';

/**
 * How long a page may wait for the browser's image of the page that is left, in milliseconds. Browsers take it with the
 * next frame; Chromium waits four seconds for one that is not drawn.
 */
const IMAGE_MS = 300;

/** Of the card whose link was pressed last. */
let pressedCover: HTMLElement | null = null;

/**
 * A card's cover grows into the band of its article: both have one name for as long as the page changes. Names are
 * given here, as a page has many cards and may have a band of its own.
 */
function growing(cover: HTMLElement | null): { arrived: () => void; done: () => void } {
  const name = (element: HTMLElement | null | undefined, value: string) =>
    element?.style.setProperty('view-transition-name', value);
  let band: HTMLElement | null | undefined;
  name(cover, 'cover');
  return {
    arrived() {
      name(cover, '');
      band = cover && document.querySelector<HTMLElement>('[data-cover-band]');
      name(band, 'cover');
    },
    done: () => name(band, ''),
  };
}

type Router = ReturnType<typeof createBrowserRouter>;

/** Pages fade into each other where the browser can do it and the visitor does not mind motion; the header stays. */
export function withViewTransitions(router: Router): Router {
  if (typeof document.startViewTransition !== 'function') return router;
  const start = document.startViewTransition.bind(document);
  document.startViewTransition = (update) => {
    const finish = growing(pressedCover);
    pressedCover = null;
    const transition = start(async () => {
      clearTimeout(late);
      await (update as () => unknown)();
      finish.arrived();
    });
    const late = setTimeout(() => transition.skipTransition(), IMAGE_MS);
    transition.ready.catch(() => {}); // skipped, because it was late or the visitor went on already
    void transition.finished.then(finish.done, finish.done);
    return transition;
  };
  addEventListener(
    'click',
    ({ target }) => {
      const link = (target as Element).closest('[data-card] a[href]');
      pressedCover = link && link.closest('[data-card]')!.querySelector<HTMLElement>('[data-cover]');
    },
    true,
  );

  const calm = matchMedia('(prefers-reduced-motion: reduce)');
  const navigate = router.navigate as (to: unknown, options?: object) => Promise<void>;
  const go = (to: unknown, options?: object) => {
    if (typeof to === 'number') return navigate(to);
    const viewTransition = !calm.matches;
    // Rendered at once within the transition: what fades in is the page, not a moment before it.
    return navigate(to, { ...options, viewTransition, flushSync: viewTransition });
  };
  return Object.assign(router, { navigate: go });
}
