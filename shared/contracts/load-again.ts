/**
 * Loads the page anew, once the site can be reached: otherwise the browser's own page would take its place. Not by
 * `reload`, which would send the form again that the page answers; without the fragment, with which nothing would load.
 */
export const loadAgain = (): Promise<void> =>
  // oxlint-disable-next-line no-restricted-globals -- no call of the API
  fetch(location.href, { method: 'HEAD' }).then(() => location.replace(location.href.split('#', 1)[0]!));
