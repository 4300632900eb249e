/** Which releases a visitor gets, by the browser's cookies, and the cookies that keep it that way. */
import { randomInt } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Registry } from 'shared/contracts/registry';
import type { TrialNotice } from 'shared/contracts/shell';
import { cookieOf, setCookie } from 'shared/node/http/cookies';
import { readTrial, TRIAL_PATH, type Trial } from 'shared/node/trial';
import { BUCKETS, type VisitorChoice } from 'shared/releases/chosen';
import { knownRelease } from 'shared/releases/current';
import { hasSplits } from 'shared/releases/traffic';
import type { InstallationSecret } from 'shared/node/installation-secret';
import { OVERRIDES_PATH } from './overrides/override-scripts.ts';
import { overridesIn, withOverrides } from './overrides/overrides.ts';
import type { RemoteSource } from './remote-source.ts';

/** Holds one of ten thousand numbers, always the same for one visitor: it identifies groups, but no visitor. */
const GROUP_COOKIE = 'release-group';
const GROUP_S = 90 * 24 * 60 * 60;
/** Holds a signed trial. */
const TRIAL_COOKIE = 'trial';
const VERSION_SHOWN = 6;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

export interface VisitorReleases {
  /** What they were chosen from; undefined when it is unknown what is released. */
  registry: Registry | undefined;
  choice: VisitorChoice;
  /** Who may keep the visitor's page: everybody, when all get the same; the browser; nobody. */
  keptBy: 'all' | 'browser' | 'nobody';
  /** What the page says about the trial. */
  trial: TrialNotice | undefined;
  /** Values of `Set-Cookie`. */
  cookies: string[];
}

type RegistrySource = Pick<RemoteSource, 'registry' | 'newerRegistry'>;

interface Services {
  remotes: RegistrySource;
  /** The installation's secret. */
  secret: InstallationSecret;
  /** Origin of `PUBLIC_URL`. */
  publicUrl: string;
  /** Whether browsers may override remotes (`DEV_OVERRIDES`). */
  overrides?: boolean;
}

/** A trial that is over, forged, or of a release that is gone has no effect, and its cookie is removed. */
export async function releasesFor(
  { headers, method }: FastifyRequest,
  { remotes, secret, publicUrl, overrides }: Services,
): Promise<VisitorReleases> {
  const read = await remotes.registry().catch(() => undefined);
  if (!read) return { registry: undefined, choice: {}, keptBy: 'all', trial: undefined, cookies: [] };
  const overridden = overrides ? overriddenFor(headers.cookie, read, publicUrl) : undefined;
  if (overridden) return overridden;
  const cookies: string[] = [];
  const now = Date.now();

  const signed = cookieOf(publicUrl, headers.cookie, TRIAL_COOKIE);
  const told = signed === '' ? undefined : readTrial(secret, signed, now);
  const { trial, registry } = await knownTrial(told, { remotes, registry: read });
  if (signed !== '' && !trial) cookies.push(endOfTrial(publicUrl));

  const isSplit = hasSplits(registry);
  let bucket: number | undefined;
  if (isSplit) {
    bucket = bucketOf(cookieOf(publicUrl, headers.cookie, GROUP_COOKIE));
    if (bucket === undefined && method === 'GET') {
      const drawn = randomInt(BUCKETS);
      cookies.push(setCookie(publicUrl, GROUP_COOKIE, { value: String(drawn), maxAge: GROUP_S }));
      if (isArrival(headers)) bucket = drawn;
    }
  }
  return {
    registry,
    choice: { bucket, tried: trial?.releases },
    keptBy: trial ? 'nobody' : isSplit ? 'browser' : 'all',
    trial: trial && noticeOf(trial, now),
    cookies,
  };
}

/** Remotes that the browser does not override are as released for everybody. Undefined if it overrides nothing. */
function overriddenFor(
  cookies: string | undefined,
  registry: Registry,
  publicUrl: string,
): VisitorReleases | undefined {
  const overrides = overridesIn(cookies, registry, publicUrl);
  const told = [...Object.entries(overrides.used).map(([name, url]) => `${name} from ${url}`), ...overrides.refused];
  if (told.length === 0) return undefined;
  return {
    registry: withOverrides(registry, overrides),
    choice: {},
    keptBy: 'nobody',
    trial: { releases: told, action: OVERRIDES_PATH },
    cookies: [],
  };
}

/**
 * The trial, if all its releases still exist, and the registry that has them. A preview may be opened the moment it is
 * made, or may have begun at another shell, which has read more: then it is a later one.
 */
export async function knownTrial(
  trial: Trial | undefined,
  { remotes, registry }: { remotes: RegistrySource; registry: Registry },
): Promise<{ trial: Trial | undefined; registry: Registry }> {
  if (!trial || isKnown(trial, registry)) return { trial, registry };
  const newer = (await remotes.newerRegistry?.().catch(() => undefined)) ?? registry;
  return { trial: isKnown(trial, newer) ? trial : undefined, registry: newer };
}

function isKnown({ releases }: Trial, registry: Registry): boolean {
  return Object.entries(releases).every(([name, version]) => knownRelease(registry, name, version));
}

/** The cookie that begins a trial in the browser that gets it. */
export function beginOfTrial(publicUrl: string, signed: string, { until }: Trial): string {
  const maxAge = Math.ceil((until - Date.now()) / 1000);
  return setCookie(publicUrl, TRIAL_COOKIE, { value: signed, maxAge });
}

export function endOfTrial(publicUrl: string): string {
  return setCookie(publicUrl, TRIAL_COOKIE, { value: '', maxAge: 0 });
}

function bucketOf(text: string): number | undefined {
  return /^\d{1,4}$/.test(text) ? Number(text) : undefined;
}

/**
 * A browser that comes from elsewhere is put into a split at once. One that is already on the site without the cookie
 * refuses cookies: it gets what is current, like programs, rather than another release with every page.
 */
function isArrival(headers: FastifyRequest['headers']): boolean {
  return headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-site'] !== 'same-origin';
}

function noticeOf({ releases, until }: Trial, now: number): TrialNotice {
  const left = until - now;
  return {
    releases: Object.entries(releases).map(([name, version]) => `${name} ${version.slice(0, VERSION_SHOWN)}…`),
    left: left < HOUR_MS ? `${Math.ceil(left / MINUTE_MS)} min` : `${Math.round(left / HOUR_MS)} h`,
    action: TRIAL_PATH,
  };
}
