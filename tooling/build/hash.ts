/** One hash of everything that a build or a release depends on. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '../workspace/root.ts';

/** What makes no difference to what is built: directly in an input, where deeper a page may have such a name … */
const NOT_INPUTS = /^(node_modules|gallery|dist|dist-development|test-results|README\.md|smoke\.ts)$/;
/** … and anywhere. */
const TEST = /\.test\.tsx?$/;

/**
 * Hash of files and folders with all that is in them, and of Node's version. There are so many small files that
 * reading them one after the other without promises takes a sixth of the time.
 * @param inputs paths from the repository's root
 */
export function hashOf(inputs: string[]): string {
  const hash = createHash('sha256').update(process.version);
  for (const input of inputs) {
    for (const file of filesBelow(path.join(repositoryRoot, input), NOT_INPUTS))
      hash.update(path.relative(repositoryRoot, file)).update('\0').update(readFileSync(file));
  }
  return hash.digest('hex');
}

function filesBelow(start: string, leftOut?: RegExp): string[] {
  if (!statSync(start, { throwIfNoEntry: false })?.isDirectory()) return [start];
  return readdirSync(start, { withFileTypes: true })
    .filter(({ name }) => !TEST.test(name) && !leftOut?.test(name))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const file = path.join(start, entry.name);
      if (entry.isDirectory()) return filesBelow(file);
      // Emacs marks a file that it has open by a link to nothing.
      return entry.isSymbolicLink() && !existsSync(file) ? [] : [file];
    });
}
