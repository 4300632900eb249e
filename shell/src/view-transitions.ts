import type { createBrowserRouter } from 'react-router-dom';

type Router = ReturnType<typeof createBrowserRouter>;

/** Pages fade into each other where the browser can do it and the visitor does not mind motion; the header stays. */
export function withViewTransitions(router: Router): Router {
  const calm = matchMedia('(prefers-reduced-motion: reduce)');
  const navigate = router.navigate as (to: unknown, options?: object) => Promise<void>;
  const go = (to: unknown, options?: object) =>
    typeof to === 'number' ? navigate(to) : navigate(to, { viewTransition: 'startViewTransition' in document && !calm.matches, flushSync: true, ...options });
  return Object.assign(router, { navigate: go });
}
