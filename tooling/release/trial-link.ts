/** A link that gives one browser other releases than everybody else. */
import path from 'node:path';
import { z } from 'zod';
import type { Registry, RegistryEntry } from '../../shared/contracts/registry.ts';
import { folder, httpOrigin, port, readEnv, secret } from '../../shared/node/env.ts';
import { InstallationSecret } from '../../shared/node/installation-secret.ts';
import { knownSecret } from '../../shared/node/secret.ts';
import { signedTrial, TRIAL_PARAMETER, TRIAL_PATH, type Trial } from '../../shared/node/trial.ts';
import { ownershipOf } from '../../shared/releases/composition.ts';
import { chosenReleases } from '../../shared/releases/chosen.ts';
import { findConflict } from '../../shared/releases/ownership.ts';
import { RefusedRelease } from './refused-release.ts';

/** The site's own, as the shell reads them. */
const schema = z.object({
  DATA_DIR: folder.prefault('.data'),
  SESSION_SECRET: secret.optional(),
  PORT: port.default(3000),
  PUBLIC_URL: httpOrigin.optional(),
});

/** @throws RefusedRelease when two of the releases own the same path, or the site's secret is not known here */
export function trialLink(
  registry: Registry,
  trial: Trial,
  source: Record<string, string | undefined> = process.env,
): string {
  const { DATA_DIR, SESSION_SECRET, PORT, PUBLIC_URL = `http://localhost:${PORT}` } = readEnv(schema, source);
  refuseConflicts(chosenReleases(registry, { tried: trial.releases }), Object.keys(trial.releases));
  const known = knownSecret({ given: SESSION_SECRET, dataDir: DATA_DIR });
  if (known === undefined) {
    throw new RefusedRelease(
      `The link is signed with the site's secret, but there is none in ${path.join(DATA_DIR, 'session-secret')}: set DATA_DIR or SESSION_SECRET to the site's value, or start the site once.`,
    );
  }
  const signed = signedTrial(new InstallationSecret(known), trial);
  return `${PUBLIC_URL}${TRIAL_PATH}?${new URLSearchParams({ [TRIAL_PARAMETER]: signed })}`;
}

function refuseConflicts(chosen: Map<string, RegistryEntry>, tried: string[]): void {
  for (const name of tried) {
    const others = new Map([...chosen].filter(([other]) => other !== name));
    const conflict = findConflict(chosen.get(name)!.extras.routes, ownershipOf(others));
    if (!conflict) continue;
    throw new RefusedRelease(
      `${name}'s path ${conflict.pattern} overlaps ${conflict.claimed}, which belongs to ${conflict.owner}: also try a release of ${conflict.owner} that no longer claims it.`,
    );
  }
}
