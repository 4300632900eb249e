/** What a release must pass before visitors get it. All objections are reported at once (decision 066). */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { withExtras } from '../../../shared/releases/entries.ts';
import { readRegistry, updateRegistry } from '../../../shared/release-store/registry-file.ts';
import { installedBrowser } from '../../browser/find-browser.ts';
import { distOf } from '../../workspace/remotes.ts';
import { repositoryRoot } from '../../workspace/root.ts';
import { placeRelease } from '../create-release.ts';
import { examineBuild, readBuild } from '../examine-build.ts';
import { RefusedRelease } from '../refused-release.ts';
import { byteRefusals, pageBytesOf } from './bytes.ts';
import { contractRefusals, dependenciesOf } from './contract.ts';
import { pageRefusals } from './pages.ts';
import { overlappingPaths, vanishedPaths } from './paths.ts';
import { readSmoke, smokeRefusals } from './smoke.ts';
import { startTrialSite, type Candidate } from './trial-site.ts';

/** Checks that `--skip` can leave out. The one for overlapping paths is not among them: paths would have two owners. */
export const gateChecks = ['contract', 'bytes', 'pages', 'smoke'] as const;
export type GateCheck = (typeof gateChecks)[number];

export interface GateOptions {
  /** Paths that the release may take away. */
  without?: readonly string[];
  skip?: readonly GateCheck[];
  /** Where the remote was built, if not where it usually is. */
  dist?: string;
  /** Gets one line for what was skipped. */
  report?: (line: string) => void;
}

/**
 * Looks at a remote's build as a release, beside the current releases of the others. Nothing is written into the store.
 * @returns the version that it would have
 * @throws RefusedRelease with all reasons, a line for each
 */
export async function gate(name: string, store: string, options: GateOptions = {}): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'candidate-'));
  try {
    const build = await readBuild(name, options.dist ?? distOf(name));
    const { release, refusals } = await examineBuild(build);
    if (release) {
      await placeRelease(build, release, folder, store);
      const candidate = { release, folder, store, registry: await readRegistry(store) };
      refusals.push(...(await refusalsOf(candidate, { ...options, isSound: refusals.length === 0 })));
    }
    if (!release || refusals.length > 0) throw new RefusedRelease([...new Set(refusals)].join('\n'));
    return release.version;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @param options `isSound`: nothing is wrong with it that would show once more when the site runs with it */
async function refusalsOf(candidate: Candidate, options: GateOptions & { isSound: boolean }): Promise<string[]> {
  const { release, registry, folder } = candidate;
  const { without, skip = [] } = options;
  const { name, version } = release;
  const routes = release.routes.map(({ path: pattern }) => pattern);
  const overlapping = overlappingPaths(name, routes, registry);
  const refusals = [...overlapping, ...vanishedPaths(name, routes, registry, without)];
  if (!skip.includes('contract'))
    refusals.push(...contractRefusals(release, await dependenciesOf(name), await dependenciesOf('shell')));
  if (!skip.includes('bytes'))
    refusals.push(...(await byteRefusals(release, path.join(folder, name, version), await pageBytesOf(name))));
  // Where its paths overlap another remote's, it is unknown whose page is rendered.
  if (options.isSound && overlapping.length === 0) refusals.push(...(await trialRefusals(candidate, options)));
  return refusals;
}

/** What only shows when the site runs with the release. */
async function trialRefusals(candidate: Candidate, { skip = [], report }: GateOptions): Promise<string[]> {
  const { name } = candidate.release;
  const smoke = skip.includes('smoke') ? undefined : await readSmoke(path.join(repositoryRoot, name));
  const browser = smoke && (await installedBrowser());
  if (!smoke && !skip.includes('smoke')) report?.(`${name} has no smoke journey; write one in ${name}/smoke.ts.`);
  const refusals =
    smoke && !browser
      ? [
          'Its smoke journey needs a browser, and none was found: install Chromium, set CHROME_PATH, or release with --skip smoke.',
        ]
      : [];
  if (skip.includes('pages') && !browser) return refusals;
  const site = await startTrialSite(candidate);
  try {
    if (!skip.includes('pages')) refusals.push(...(await pageRefusals(candidate.release, site)));
    if (smoke && browser) refusals.push(...(await smokeRefusals(smoke, site.url, browser)));
    return refusals;
  } finally {
    await site.stop();
  }
}

/** Writes down what was left out, for people who look for the reason later. */
export async function noteSkipped(
  name: string,
  version: string,
  store: string,
  skipped: readonly GateCheck[],
): Promise<void> {
  await updateRegistry(store, (registry) => withExtras(registry, name, version, { skipped: [...skipped] }));
}
