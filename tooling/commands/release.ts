/**
 * `npm run release -w mf-blog`: builds one remote and makes it current. The running site shows it next. With `-- --traffic 10`
 * only so many percent of its visitors get it, with `-- --preview` nobody does.
 */
import { ensureBuilt, remoteTargets } from '../build/ensure-built.ts';
import { commandArguments, percentOf } from '../processes/arguments.ts';
import { CommandError, endWith } from '../processes/command-error.ts';
import { remoteNamed } from '../workspace/remotes.ts';
import { RefusedRelease } from '../release/refused-release.ts';
import { release, writableStore } from '../release/release-build.ts';

const USAGE = 'A release takes --preview, or --traffic with a percentage, or neither.';

try {
  const { values, positionals } = commandArguments(
    { options: { preview: { type: 'boolean' }, traffic: { type: 'string' } } },
    USAGE,
  );
  const [wish, ...more] = positionals;
  const name = remoteNamed(wish);
  const isContrary = values.preview && values.traffic !== undefined;
  if (more.length > 0 || isContrary) throw new CommandError(`That is too much at once. ${USAGE}`);
  const traffic = values.preview ? 0 : percentOf('--traffic', values.traffic ?? '100');
  const store = writableStore();
  await ensureBuilt(
    remoteTargets.filter((target) => target.name === name),
    console.log,
  );
  const version = await release(name, store, { traffic });
  if (traffic === 100) console.log(`${name} ${version} is current.`);
  else if (traffic > 0) console.log(`${name} ${version} has ${traffic} % of the visitors.`);
  else console.log(`${name} ${version} is a preview. To look at it: npm run releases -- try ${name}@${version}`);
} catch (error) {
  if (error instanceof RefusedRelease) console.error('Not released.');
  endWith(error);
}
