/** Data that loaders fetched before the visitor followed a link (prefetch.ts); a navigation takes it over, once. */
import type { LoaderFunction } from 'react-router-dom';

export const loadedAhead = new Map<string, { data: Promise<unknown>; until: number }>();

/** Names a loader's data: route and full URL. */
export const aheadKey = (routeId: string, url: string): string => `${routeId} ${url}`;

/** Makes a loader take what was loaded ahead for the same URL, or load again if that failed. */
export function takingOver(routeId: string, loader: LoaderFunction): LoaderFunction {
  return (args) => {
    const key = aheadKey(routeId, args.request.url);
    const found = loadedAhead.get(key);
    loadedAhead.delete(key);
    const load = () => loader(args);
    return found && performance.now() < found.until ? found.data.catch(load) : load();
  };
}
