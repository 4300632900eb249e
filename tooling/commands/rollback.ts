/**
 * `npm run rollback -w mf-blog` makes the release before the current one current again, and ends splits; with `-- --to
 * <version>` any other that the store has.
 */
import { commandArguments } from '../processes/arguments.ts';
import { endWith } from '../processes/command-error.ts';
import { rollBack } from '../release/publish.ts';
import { writableStore } from '../release/release-build.ts';
import { remoteNamed } from '../workspace/remotes.ts';

try {
  const { values, positionals } = commandArguments(
    { options: { to: { type: 'string' } } },
    'A rollback takes --to with a version, or nothing.',
  );
  const name = remoteNamed(positionals[0]);
  const version = await rollBack(name, writableStore(), values.to === undefined ? {} : { to: values.to });
  console.log(`${name} ${version} is current.`);
} catch (error) {
  endWith(error);
}
