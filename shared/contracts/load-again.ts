/** Loads the page anew, once the site can be reached: otherwise the browser's own page would take its place. */
export const loadAgain = (): Promise<void> =>
  // oxlint-disable-next-line no-restricted-globals -- no call of the API
  fetch(location.href, { method: 'HEAD' }).then(() => location.reload());
