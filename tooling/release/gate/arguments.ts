/** How the release command is told what to look at. */
import { CommandError } from '../../processes/command-error.ts';
import { gateChecks, type GateCheck, type GateOptions } from './gate.ts';

/** For `parseArgs`. */
export const gateArguments = {
  'dry-run': { type: 'boolean' },
  without: { type: 'string', multiple: true },
  skip: { type: 'string', multiple: true },
} as const;

/**
 * @param values as `parseArgs` gives them
 * @throws CommandError for a check that does not exist
 */
export function gateOptionsOf({
  without = [],
  skip = [],
}: {
  without?: string[];
  skip?: string[];
}): Required<Pick<GateOptions, 'without' | 'skip'>> {
  const wrong = skip.find((check) => !gateChecks.includes(check as GateCheck));
  if (wrong !== undefined)
    throw new CommandError(`--skip takes one of ${gateChecks.join(', ')}, and can be repeated; it got "${wrong}".`);
  const relative = without.find((path) => !path.startsWith('/'));
  if (relative !== undefined)
    throw new CommandError(
      `--without takes a path pattern of the current release, such as /post/:id; it got "${relative}".`,
    );
  return { without, skip: skip as GateCheck[] };
}
