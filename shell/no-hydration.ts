/**
 * Stands in for `react-dom/client` in the server build: modules that bring to life what the server wrote import it, and
 * React's part for browsers would be 2 to 3 MB in each thread (decision 135).
 */
export function hydrateRoot(): never {
  throw new Error('Nothing is hydrated on the server.');
}
