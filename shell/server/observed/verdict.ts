/** Whether a release fails more often than the one before it to a degree that cannot be chance (decision 069). */

/** How a release is doing. */
export interface Sample {
  /** Page views that count: only a few of each visitor. */
  views: number;
  /** How many of these failed, in the browser or on the server. */
  failed: number;
  /** Visitors who had such a failed view. */
  visitors: number;
}

/** How many views count as a release's first ones: it is judged only during these. */
export const FIRST_VIEWS = 1_000;
/**
 * A release is judged after each failure, so it gets many chances to look bad; with this limit on each of them, fewer
 * than one in 1,000 releases that are no worse than the one before is taken back.
 */
const ALPHA = 2e-5;
/** As a share of the chance so far. */
const NEGLIGIBLE = 1e-9;
/** The least that is needed: a visitor's own browser can fail for its own reasons, and one visitor may be malicious. */
const LEAST = { views: 20, failed: 5, visitors: 3 };

/** @returns why the release should be taken back; undefined if there is no reason to */
export function verdictOn(release: Sample, before: Sample): string | undefined {
  if (release.views < LEAST.views || release.failed < LEAST.failed || release.visitors < LEAST.visitors)
    return undefined;
  const isWorse = release.failed * before.views > before.failed * release.views;
  if (!isWorse || chanceOf(release, before) >= ALPHA) return undefined;
  return `error rate ${release.failed} of ${release.views} views against ${before.failed} of ${before.views}`;
}

/**
 * Fisher's exact test, one-sided: the probability that at least this many of all failures fall on the release by
 * chance. Exact even with few views, and 1 when nothing is known about the release before.
 */
export function chanceOf({ views, failed }: Sample, before: Sample): number {
  const all = views + before.views;
  const allFailed = failed + before.failed;
  let chance = 0;
  for (let each = failed; each <= Math.min(views, allFailed); each += 1) {
    if (allFailed - each > before.views) continue;
    const more = Math.exp(lnChoose(views, each) + lnChoose(before.views, allFailed - each) - lnChoose(all, allFailed));
    chance += more;
    // The remaining terms are smaller still.
    if (more < chance * NEGLIGIBLE && each * all > views * allFailed) break;
  }
  return Math.min(1, chance);
}

const lnChoose = (n: number, k: number): number => lnFactorial(n) - lnFactorial(k) - lnFactorial(n - k);

const known = [0];

function lnFactorial(n: number): number {
  for (let next = known.length; next <= n; next += 1) known.push(known[next - 1]! + Math.log(next));
  return known[n]!;
}
