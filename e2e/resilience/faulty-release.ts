/** Releases of one remote that are wrong in the four ways a remote can be. */
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Release } from '../../shared/contracts/registry.ts';
import { distOf } from '../../tooling/release/build-remote.ts';
import { createRelease } from '../../tooling/release/create-release.ts';
import { publish } from '../../tooling/release/publish.ts';
import { updateRegistry } from '../../tooling/release/registry-file.ts';

export const faults = ['absent', 'broken', 'hanging', 'throwing'] as const;
export type Fault = (typeof faults)[number];

// A release that does not even load is refused when it is made; these fail only where the site runs.
const ON_THE_SITE = "process.argv[1]?.endsWith('shell/server/main.ts')";

const SERVER_BUNDLE = /^server\/routes\.mjs$/;

const bundles: Record<Fault, (bundle: string) => string> = {
  absent: (bundle) => `${bundle}\n// Its files are removed after it was released.`,
  broken: (bundle) => `if (${ON_THE_SITE}) throw new Error('broken on purpose');\n${bundle}`,
  hanging: (bundle) => `if (${ON_THE_SITE}) await new Promise(() => {});\n${bundle}`,
  throwing: (bundle) =>
    `${bundle}
    for (const route of routes) {
      const { lazy } = route;
      route.lazy = async () => ({ ...(await lazy()), Component() { throw new Error('throwing on purpose'); } });
    }`,
};

/** Publishes a faulty release of a remote as the current one. */
export async function publishFaulty(fault: Fault, name: string, store: string): Promise<void> {
  const { version } = await publishChanged(name, store, SERVER_BUNDLE, bundles[fault]);
  if (fault === 'absent') await rm(path.join(store, name, version), { recursive: true });
}

/** Publishes a release of which one page throws when the server renders it. */
export async function publishThrowingOn(routeId: string, name: string, store: string): Promise<void> {
  await publishChanged(name, store, SERVER_BUNDLE, (bundle) => {
    const throwing = `async () => ({ Component() { throw new Error('throwing on purpose'); } })`;
    return `${bundle}\nroutes.find(({ id }) => id === '${routeId}').lazy = ${throwing};`;
  });
}

/** Removes a remote's releases from the registry, so that there is none to fall back to. */
export async function forgetReleases(name: string, store: string): Promise<void> {
  await updateRegistry(store, (registry) => {
    const others = Object.entries(registry.microFrontends).filter(([known]) => known !== name);
    return { ...registry, microFrontends: Object.fromEntries(others) };
  });
}

/** Publishes a release of the careers area whose first page the server renders, and which throws when the browser renders it. */
export async function publishThrowingInBrowser(store: string): Promise<void> {
  await publishChanged('mf-careers', store, /^assets\/career-page-[\w-]+\.js$/, (chunk) =>
    chunk.replace(
      'children:`Career`',
      "children:globalThis.hydrated?(()=>{throw new Error('throwing on purpose')})():`Career`",
    ),
  );
}

/** Publishes a remote's build with some of its files changed. */
async function publishChanged(
  name: string,
  store: string,
  files: RegExp,
  change: (text: string) => string,
): Promise<Release> {
  const dist = await mkdtemp(path.join(tmpdir(), 'dist-'));
  await cp(distOf(name), dist, { recursive: true });
  const matching = (await readdir(dist, { recursive: true })).filter((file) => files.test(file));
  for (const file of matching) {
    const before = await readFile(path.join(dist, file), 'utf8');
    const after = change(before);
    if (after === before) throw new Error(`${file} of ${name} was not changed`);
    await writeFile(path.join(dist, file), after);
  }
  const { release } = await createRelease(name, dist, store);
  await publish(release, store);
  await rm(dist, { recursive: true });
  return release;
}
