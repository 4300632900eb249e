/** `npm run release -w mf-blog`: builds one remote and makes it current. The running site shows it next. */
import { ensureBuilt, remoteTargets } from '../build/ensure-built.ts';
import { endWith } from '../processes/command-error.ts';
import { remoteNamed } from '../workspace/remotes.ts';
import { RefusedRelease } from '../release/refused-release.ts';
import { release, writableStore } from '../release/release-build.ts';

try {
  const name = remoteNamed(process.argv[2]);
  const store = writableStore();
  await ensureBuilt(
    remoteTargets.filter((target) => target.name === name),
    console.log,
  );
  console.log(`${name} ${await release(name, store)} is current.`);
} catch (error) {
  if (error instanceof RefusedRelease) console.error('Not released.');
  endWith(error);
}
