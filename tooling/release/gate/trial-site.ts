/** The site as it would be with a release: the current releases of all others, and this one, on its own ports. */
import { symlink } from 'node:fs/promises';
import path from 'node:path';
import type { Registry, Release } from '../../../shared/contracts/registry.ts';
import { updateRegistry } from '../../../shared/release-store/registry-file.ts';
import { startSite, type Site } from '../../site/start-site.ts';
import { publish } from '../publish.ts';
import { fetchRelease } from './fetch-release.ts';

export interface Candidate {
  release: Release;
  /** Folder of a store that holds the release, and nothing else. */
  folder: string;
  /** Folder of the store that it is to be released into. */
  store: string;
  /** What that store has. */
  registry: Registry;
}

/** A site that runs, and what its server says. */
export interface TrialSite extends Site {
  /** Lines of the log that name a fault, oldest first. */
  faults: () => LoggedFault[];
}

export interface LoggedFault {
  page?: string | string[];
  reason?: string;
  err?: { message: string };
}

/** @throws RefusedRelease when its paths collide with another remote's */
export async function startTrialSite(candidate: Candidate): Promise<TrialSite> {
  let log = '';
  const site = await startSite({
    fillStore: (store) => fill(store, candidate),
    // Kept pages would not ask the release again, and it is not signed before it is released.
    env: { KEPT_PAGES_MB: '0', LOG_LEVEL: 'error', RELEASE_PUBLIC_KEYS: '' },
    onShellLog: (line) => void (log += `${line}\n`),
  });
  return { ...site, faults: () => log.split('\n').flatMap((line) => faultIn(line, candidate.release.name)) };
}

/** Releases are read where they are: this store is not written to. */
async function fill(store: string, { release, folder, store: others, registry }: Candidate): Promise<void> {
  const { name } = release;
  const current = Object.entries(registry.microFrontends).flatMap(([other, entries]) => {
    const found = entries.filter(({ deployment }) => deployment.default);
    return other === name || found.length === 0 ? [] : [[other, found] as const];
  });
  await updateRegistry(store, () => ({ ...registry, microFrontends: Object.fromEntries(current) }));
  for (const [other, entries] of current) {
    if (path.isAbsolute(others)) await symlink(path.join(others, other), path.join(store, other));
    else for (const { metadata } of entries) await fetchRelease(others, `${other}/${metadata.version}`, store);
  }
  await symlink(path.join(folder, name), path.join(store, name));
  await publish(release, store);
}

function faultIn(line: string, remote: string): LoggedFault[] {
  try {
    const fault = JSON.parse(line) as LoggedFault & { remote?: string };
    return fault.remote === remote ? [fault] : [];
  } catch {
    return [];
  }
}
