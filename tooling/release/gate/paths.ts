import type { Registry } from '../../../shared/contracts/registry.ts';
import { ownershipOf } from '../../../shared/releases/composition.ts';
import { currentReleases } from '../../../shared/releases/current.ts';
import { findConflict } from '../../../shared/releases/ownership.ts';

/**
 * Paths that another remote or the shell has, and paths that the current release has and this one lacks.
 * @param routes path patterns of the release
 * @param without paths that may go
 */
export function pathRefusals(
  name: string,
  routes: readonly string[],
  registry: Registry,
  without: readonly string[] = [],
): string[] {
  const others = currentReleases(registry);
  const current = others.get(name);
  others.delete(name);
  const claimed = ownershipOf(others);
  const overlapping = routes.flatMap((route) => {
    const conflict = findConflict([route], claimed);
    return conflict
      ? [`Its path ${route} overlaps ${conflict.claimed}, which belongs to ${conflict.owner}. Choose another path.`]
      : [];
  });
  const old = current?.extras.routes ?? [];
  const vanished = old.filter((path) => !routes.some((route) => covers(route, path)));
  const unknown = without.filter((path) => !vanished.some((other) => other.toLowerCase() === path.toLowerCase()));
  return [
    ...overlapping,
    ...vanished
      .filter((path) => !without.some((given) => given.toLowerCase() === path.toLowerCase()))
      .map(
        (path) =>
          `Its path ${path} is gone, and links and search engines lead there. Keep a route whose loader is ` +
          `movedTo(…) from shared/contracts/moved, or let the path go: --without ${path}`,
      ),
    ...unknown.map((path) => `--without ${path} names no path that this release takes away.`),
  ];
}

/** Whether every path of a pattern is one of another. Letter case does not matter, as in the router. */
function covers(pattern: string, other: string): boolean {
  const [a, b] = [pattern, other].map((path) => path.toLowerCase().split('/').filter(Boolean)) as [string[], string[]];
  for (let index = 0; ; index += 1) {
    const [left, right] = [a[index], b[index]];
    if (left === '*') return true;
    if (left === undefined || right === undefined) return left === right;
    if (right === '*' || (!left.startsWith(':') && left !== right)) return false;
  }
}
