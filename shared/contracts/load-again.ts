/**
 * Reloads the page, once the site can be reached: otherwise the browser's own page would take its place. Not by
 * `reload`, which would send the form again that the page answers; without the fragment, with which nothing would load.
 * By then the visitor may have gone on to another page, which stays.
 */
export async function loadAgain(): Promise<void> {
  const here = () => location.href.split('#', 1)[0]!;
  const url = here();
  // oxlint-disable-next-line no-restricted-globals -- no call of the API
  await fetch(url, { method: 'HEAD' });
  if (here() === url) location.replace(url);
}
