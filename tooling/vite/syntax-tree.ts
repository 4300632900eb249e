/** Reading what `this.parse` of a plugin returns (ESTree). */

/** `start` and `end` are places in the source. */
export type Node = { type: string; start: number; end: number } & Record<string, unknown>;

/** Calls `visit` for every node below `tree`, and for `tree` itself, from the outside in. */
export function walk(tree: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(tree)) return tree.forEach((item) => walk(item, visit));
  if (!tree || typeof tree !== 'object') return;
  if (typeof (tree as Node).type === 'string') visit(tree as Node);
  for (const value of Object.values(tree)) walk(value, visit);
}
