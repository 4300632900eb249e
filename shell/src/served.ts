/** How the browser came by this document: its URL, and whether by a link, a reload or the history. Not all tell. */
export const servedBy = (): PerformanceNavigationTiming | undefined =>
  (performance.getEntriesByType('navigation') as PerformanceNavigationTiming[])[0];
