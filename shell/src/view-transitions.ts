import type { createBrowserRouter } from 'react-router-dom';

type Router = ReturnType<typeof createBrowserRouter>;

/** Pages fade into each other where the browser can do it and the visitor does not mind motion; the header stays. */
export function withViewTransitions(router: Router): Router {
  if (typeof document.startViewTransition !== 'function') return router;
  const start = document.startViewTransition.bind(document);
  document.startViewTransition = (update) => {
    const transition = start(update);
    transition.ready.catch(() => {}); // skipped, because the visitor went on already
    return transition;
  };

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
