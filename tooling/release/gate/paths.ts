import type { Registry } from '../../../shared/contracts/registry.ts';
import { currentReleases } from '../../../shared/releases/current.ts';
import { findConflict } from '../../../shared/releases/ownership.ts';
import { ownershipOfOthers } from '../../../shared/releases/traffic.ts';
import { overlap } from '../overlap.ts';

/**
 * Paths that another remote or the shell has, as sentences.
 * @param routes path patterns of the release
 */
export function overlappingPaths(name: string, routes: readonly string[], registry: Registry): string[] {
  const claimed = ownershipOfOthers(registry, name);
  return routes.flatMap((route) => {
    const conflict = findConflict([route], claimed);
    return conflict ? [overlap(conflict)] : [];
  });
}

/**
 * Paths that the current release has and this one lacks, as sentences.
 * @param without those that may go
 */
export function vanishedPaths(
  name: string,
  routes: readonly string[],
  registry: Registry,
  without: readonly string[] = [],
): string[] {
  const before = currentReleases(registry).get(name)?.extras.routes ?? [];
  const vanished = before.filter((path) => !routes.some((route) => covers(route, path)));
  const isIn = (paths: readonly string[], path: string) => paths.some((other) => isSame(other, path));
  return [
    ...vanished
      .filter((path) => !isIn(without, path))
      .map(
        (path) =>
          `Its path ${path} is gone, but links and search engines lead there. Keep a route whose loader is ` +
          `movedTo(…) from shared/contracts/moved, or let the path go: --without ${path}`,
      ),
    ...without
      .filter((path) => !isIn(vanished, path))
      .map((path) => `--without ${path} names no path that this release removes.`),
  ];
}

/** Letter case does not matter, as in the router. */
const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** Whether another pattern covers every path of a pattern. */
function covers(pattern: string, other: string): boolean {
  const [wide, narrow] = [segments(pattern), segments(other)];
  for (let index = 0; ; index += 1) {
    const [left, right] = [wide[index], narrow[index]];
    if (left === '*') return true;
    if (left === undefined || right === undefined) return left === right;
    if (right === '*' || (!left.startsWith(':') && left !== right)) return false;
  }
}

const segments = (path: string): string[] => path.toLowerCase().split('/').filter(Boolean);
