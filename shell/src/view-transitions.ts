import type { createBrowserRouter } from 'react-router-dom';

/**
 * How long a page may wait for the browser's image of the page that is left, in milliseconds. Browsers take it with the
 * next frame; Chromium waits four seconds for one that is not drawn.
 */
const IMAGE_MS = 300;

/** The cover of the card whose link was pressed last. */
let pressedCover: HTMLElement | null = null;

/**
 * A card's cover grows into the band of its article: both carry the same name while the page changes. The names are set
 * here because a page has many cards and may have its own band.
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

/** A navigation that ends sooner, in milliseconds, is not shown as one: a page loaded ahead needs a task or two. */
const BRIEF_MS = 50;

type Router = ReturnType<typeof createBrowserRouter>;
type Tell = Parameters<Router['subscribe']>[0];
type State = Router['state'];

/** Ends the wait for the page of which React was last told. */
let shown: (() => void) | undefined;

/** The new page is in the document, with what it had to wait for. */
export const pageIsShown = (): void => shown?.();

let unsaid: ReturnType<typeof setTimeout> | undefined;

/**
 * What React hears from the router. It renders the whole page with each state, so it hears only of those that are seen:
 * not of a navigation that ends at once, such as one to a page that was loaded ahead; and of a page change with a
 * transition in one rendering, where React Router makes four.
 */
function heard(router: Router, tell: Tell): Tell {
  let told = router.state;
  return (state, { viewTransitionOpts, ...how }) => {
    clearTimeout(unsaid);
    // Whenever React is told, it gets the state at that moment.
    const tellNow = (): void => tell((told = withAnswer(router.state, told)), how);
    if (viewTransitionOpts) {
      document.startViewTransition(() => {
        pageIsShown();
        return new Promise<void>((resolve) => {
          shown = resolve;
          tellNow();
        });
      });
    } else if (state.navigation.state === 'loading') unsaid = setTimeout(tellNow, BRIEF_MS);
    else tellNow();
  };
}

/**
 * Keeps a form's answer, which React Router forgets with each navigation, when one leads to a place on the same page,
 * or back from it: a link in the answer may lead to what is wrong.
 */
function withAnswer(state: State, { location: before, actionData }: State): State {
  if (!actionData || state.actionData) return state;
  const { location } = state;
  const isSamePage = location.pathname === before.pathname && location.search === before.search;
  const isPlace = isSamePage && (location.hash !== '' || state.historyAction === 'POP');
  return isPlace ? { ...state, actionData } : state;
}

/**
 * A card grows into its article where the browser can do it and the visitor does not mind motion. Every other page is
 * there at once: a transition makes the browser compute all styles and draw the old page again, which takes half of a
 * navigation's time (decision 142).
 */
export function withViewTransitions(router: Router): Router {
  const quiet = Object.assign(Object.create(router) as Router, {
    subscribe: (tell: Tell) => router.subscribe(heard(router, tell)),
  });
  if (typeof document.startViewTransition !== 'function') return quiet;
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
  router.navigate = (to: unknown, options?: object) =>
    typeof to === 'number'
      ? navigate(to)
      : navigate(to, { ...options, viewTransition: pressedCover !== null && !calm.matches });
  return quiet;
}
