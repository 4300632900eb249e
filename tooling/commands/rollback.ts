/**
 * `npm run rollback -w mf-blog` goes back to the previous release, or with `--to <version>` to any other (the
 * beginning of a version is enough), and ends splits.
 */
import { commandArguments, nothingMore } from '../processes/arguments.ts';
import { endWith } from '../processes/command-error.ts';
import { rollBack } from '../release/publish.ts';
import { writableStore } from '../release/release-build.ts';
import { releasedNames } from '../release/listing.ts';
import { remoteNamed } from '../workspace/remotes.ts';

const USAGE = 'A rollback takes --to with a version, or nothing.';

try {
  const { values, positionals } = commandArguments({ options: { to: { type: 'string' } } }, USAGE);
  const [wish, ...more] = positionals;
  // A version without `--to` must not end at another one: the step back.
  nothingMore(more, USAGE);
  const store = writableStore();
  const name = remoteNamed(wish, await releasedNames(store));
  const version = await rollBack(name, store, values.to === undefined ? {} : { to: values.to });
  console.log(`${name} ${version} is current.`);
} catch (error) {
  endWith(error);
}
