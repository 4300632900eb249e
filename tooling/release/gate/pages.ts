/** Whether the server renders each page of a release that has a URL of its own. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Release } from '../../../shared/contracts/registry.ts';
import type { LoggedFault, TrialSite } from './trial-site.ts';

/** How long to wait for a starting release, in milliseconds: a busy machine takes its time. */
const START_MS = 20_000;
const LOOK_EVERY_MS = 100;
/** Reasons in the log whose error says all. Others are of a release's thread, such as an endless loop. */
const OF_PAGES: readonly string[] = ['the page failed', 'late'];
const ATTRIBUTE = /<[a-z][^<>]* style=/;

/**
 * A page that search engines are not sent to may answer 4xx by itself: what it shows needs a mailed link, for example.
 * @returns what is wrong, a sentence for each page
 */
export async function pageRefusals({ name, version, routes, findable }: Release, site: TrialSite): Promise<string[]> {
  const paths = routes.map(({ path }) => path).filter((path) => !/[:*]/.test(path));
  const [first] = paths;
  if (first === undefined) return [];
  await started(name, site, first);
  const isFindable = (path: string) => findable?.pages.some((page) => page.path === path) ?? true;
  const refusals: string[] = [];
  for (const path of paths) {
    const response = await fetch(site.url + path, { redirect: 'manual' });
    const html = await response.text();
    const isRedirect = response.status >= 300 && response.status < 400;
    if (isRedirect) continue;
    const isFound = response.status === 200 || (response.status < 500 && !isFindable(path));
    if (!isFound || !html.includes(`data-release="${version}"`))
      refusals.push(`Its page ${path} does not render on the server: ${reasonOf(site.faults(), path)}`);
    else if (ATTRIBUTE.test(html))
      refusals.push(`Its page ${path} has a style attribute, which the policy blocks: use a class.`);
  }
  return refusals;
}

/** Waits until the release can answer, or cannot. */
async function started(name: string, { url }: TrialSite, path: string): Promise<void> {
  const deadline = performance.now() + START_MS;
  while (performance.now() < deadline) {
    const response = await fetch(url + path, { redirect: 'manual' });
    await response.text();
    const { remotes } = (await (await fetch(`${url}/readyz`)).json()) as {
      remotes: Record<string, { readiness: string; fault: string | null }>;
    };
    const state = remotes[name];
    if (state?.readiness === 'ready' || state?.fault) return;
    await delay(LOOK_EVERY_MS);
  }
}

/** What the server's log says of a page, or else of the release. */
export function reasonOf(faults: LoggedFault[], path: string): string {
  const own = faults.filter(({ page }) => [page].flat().includes(path));
  const { err, reason = 'the server gives no reason' } = own.at(-1) ?? faults.at(-1) ?? {};
  const words = err && !OF_PAGES.includes(reason) ? `${reason}. ${err.message}` : (err?.message ?? reason);
  return `${words}.`.replace(/\.+$/, '.');
}
