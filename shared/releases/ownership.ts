/** Route ownership: which remote a path belongs to, and whether two remotes claim the same one. */
import { matchRoutes } from 'react-router-dom';
import { OBSERVED_PATH } from '../contracts/observed.ts';

/** Paths that the shell server answers itself; no remote may claim anything below them. */
export const reservedPaths = [
  '/api',
  '/auth',
  '/assets',
  '/remotes',
  '/registry.json',
  '/composition.json',
  '/.well-known',
  '/favicon.svg',
  '/favicon.ico',
  '/apple-touch-icon.png',
  '/robots.txt',
  '/security-policy.txt',
  '/licences.txt',
  '/sitemap.xml',
  '/healthz',
  '/readyz',
  '/_try',
  OBSERVED_PATH,
];

/** Path patterns by remote. */
export type Ownership = Record<string, readonly string[]>;

/**
 * The remote that owns a path, by React Router's own matching (case-insensitive, ranked), or undefined.
 * @param pathname e.g. `/post/7`
 */
export function ownerOf(ownership: Ownership, pathname: string): string | undefined {
  const table = Object.entries(ownership).flatMap(([remote, patterns]) =>
    likely(patterns, pathname).map((path) => ({ path, id: remote })),
  );
  return matchRoutes(table, pathname)?.[0]?.route.id;
}

/** The pattern that a path is matched by, or undefined. */
export function patternOf(patterns: readonly string[], pathname: string): string | undefined {
  const table = likely(patterns, pathname).map((path) => ({ path }));
  return matchRoutes(table, pathname)?.[0]?.route.path;
}

/** A part of a path, or of a pattern, that means nothing but itself. */
const PLAIN = /^[\w.-]*$/;
const firstPart = (path: string): string => path.replace(/^\/+/, '').split('/', 1)[0]!.toLowerCase();

/** Patterns whose first part may match the path's: matching each pattern is costly, and happens on every page view. */
function likely(patterns: readonly string[], pathname: string): readonly string[] {
  const part = firstPart(pathname);
  if (!PLAIN.test(part)) return patterns;
  return patterns.filter((pattern) => {
    const own = firstPart(pattern);
    return own === part || !PLAIN.test(own);
  });
}

/**
 * A path as server and browser read it. React Router gives up on escapes that are not UTF-8, and none of its patterns
 * matches a line break, not even `*`. So escapes for either, or for any control character, are taken literally. `/%` is
 * read as `/%25`, `/about%0A` as `/about%250A`.
 */
export function readablePath(pathname: string): string {
  return pathname
    .split('/')
    .map((segment) => (isReadable(segment) ? segment : segment.replaceAll('%', '%25')))
    .join('/');
}

function isReadable(segment: string): boolean {
  try {
    return !/[\p{Cc}\u2028\u2029]/u.test(decodeURIComponent(segment));
  } catch {
    return false;
  }
}

/**
 * Whether some path would match both patterns. Segments are compared one by one without regard to case; a `:param`
 * matches anything, `*` matches any rest. `/post/:id` and `/post/new` overlap on purpose: which of them wins would
 * depend on ranking, and two teams should not have to know.
 */
export function patternsOverlap(first: string, second: string): boolean {
  const [a, b] = [segments(first), segments(second)];
  for (let index = 0; ; index += 1) {
    const [left, right] = [a[index], b[index]];
    if (left === '*' || right === '*') return true;
    if (left === undefined || right === undefined) return left === right;
    if (!left.startsWith(':') && !right.startsWith(':') && left !== right) return false;
  }
}

/** What React Router reads in a pattern, and the comparison above does not. */
const UNCOMPARED = /\?|[^/]\*|\*./;

/** Why a pattern cannot be a path of a remote, as a sentence: it could overlap others unseen. Undefined if it can. */
export function patternFault(pattern: string): string | undefined {
  if (!UNCOMPARED.test(pattern)) return undefined;
  return `"${pattern}" cannot be a path: allowed are words, ":parameters", and "*" as the last of its segments.`;
}

const segments = (pattern: string): string[] => pattern.toLowerCase().split('/').filter(Boolean);

/** Whether a path is answered by the shell's server itself, never by a page. */
export function isReserved(pathname: string): boolean {
  return reservedPaths.some((reserved) => pathname === reserved || pathname.startsWith(`${reserved}/`));
}

/** The first pair of patterns that collide between a remote's paths and those of the others, or undefined. */
export function findConflict(
  patterns: readonly string[],
  others: Ownership,
): { pattern: string; owner: string; claimed: string } | undefined {
  const taken: Ownership = { ...others, shell: reservedPaths.flatMap((path) => [path, `${path}/*`]) };
  for (const pattern of patterns) {
    for (const [owner, claims] of Object.entries(taken)) {
      const claimed = claims.find((claim) => patternsOverlap(pattern, claim));
      if (claimed) return { pattern, owner, claimed };
    }
  }
  return undefined;
}
