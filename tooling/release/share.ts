/** How many of the visitors get a release: as the commands that release one are told, and as they tell. */
import { percentOf } from '../processes/arguments.ts';
import { CommandError } from '../processes/command-error.ts';

/** Options of these commands. */
export const shareArguments = { preview: { type: 'boolean' }, traffic: { type: 'string' } } as const;

/** @param usage what is allowed, for the sentence @returns in percent @throws CommandError */
export function shareOf({ preview, traffic }: { preview?: boolean; traffic?: string }, usage: string): number {
  if (preview && traffic !== undefined) throw new CommandError(`These cannot be combined. ${usage}`);
  return preview ? 0 : percentOf('--traffic', traffic ?? '100');
}

/** What becomes of the release, in words. */
export function fateOf(name: string, version: string, traffic: number): string {
  if (traffic === 100) return `${name} ${version} is current.`;
  if (traffic > 0) return `${name} ${version} has ${traffic} % of the visitors.`;
  return `${name} ${version} is a preview. To look at it: npm run releases -- try ${name}@${version}`;
}
