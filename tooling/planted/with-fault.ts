/** Breaks a file for as long as something runs, and puts it right whatever ends that. */
import { readFileSync, writeFileSync } from 'node:fs';

/** What ends a command: Ctrl-C, a supervisor, a terminal that is closed. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * @param find occurs once in the file
 * @returns what the work gives; `STALE` when there is nothing to break
 */
export async function withFault<T>(
  { file, find, replace }: { file: string; find: string; replace: string },
  work: () => Promise<T>,
): Promise<T | 'STALE'> {
  const right = readFileSync(file, 'utf8');
  if (right.split(find).length !== 2) return 'STALE';
  // At once: a write that took a turn would meet the other one, or be cut off when the process ends.
  const restore = () => writeFileSync(file, right);
  const interrupted = () => {
    restore();
    process.exit(1);
  };
  for (const signal of SIGNALS) process.on(signal, interrupted);
  try {
    writeFileSync(
      file,
      right.replace(find, () => replace),
    );
    return await work();
  } finally {
    restore();
    for (const signal of SIGNALS) process.off(signal, interrupted);
  }
}
