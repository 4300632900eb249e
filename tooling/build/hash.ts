/** One hash of everything that a build or a release depends on. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { repositoryRoot } from '../workspace/root.ts';

/** What makes no difference to what is built: directly in an input, where deeper a page may have such a name … */
const NOT_INPUTS = /^(node_modules|gallery|dist|dist-development|test-results|README\.md|smoke\.ts)$/;
/** … and anywhere. */
const TEST = /\.test\.tsx?$/;

/**
 * Hash of files and folders with all that is in them, and of Node's version.
 * @param inputs paths from the repository's root
 */
export async function hashOf(inputs: string[]): Promise<string> {
  const hash = createHash('sha256').update(process.version);
  for (const input of inputs) {
    for (const file of await filesBelow(path.join(repositoryRoot, input), NOT_INPUTS)) {
      hash
        .update(path.relative(repositoryRoot, file))
        .update('\0')
        .update(await readFile(file));
    }
  }
  return hash.digest('hex');
}

async function filesBelow(start: string, leftOut?: RegExp): Promise<string[]> {
  const entries = await readdir(start, { withFileTypes: true }).catch(() => undefined);
  if (!entries) return [start];
  const wanted = entries
    .filter(({ name }) => !TEST.test(name) && !leftOut?.test(name))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const below = wanted.map((entry) => {
    const file = path.join(start, entry.name);
    return entry.isDirectory() ? filesBelow(file) : [file];
  });
  return (await Promise.all(below)).flat();
}
