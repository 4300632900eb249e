/**
 * `npm run release -w mf-blog`: builds one remote, looks at it as visitors would get it, and makes it current. The running site
 * shows it next. With `-- --dry-run` it only says what it would do; `--without /path` and `--skip smoke` are in CONTRIBUTING.md.
 */
import { parseArgs } from 'node:util';
import { ensureBuilt, remoteTargets, shellTarget } from '../build/ensure-built.ts';
import { endWith } from '../processes/command-error.ts';
import { remoteNamed } from '../workspace/remotes.ts';
import { gateArguments, gateOptionsOf } from '../release/gate/arguments.ts';
import { gate, noteSkipped } from '../release/gate/gate.ts';
import { RefusedRelease } from '../release/refused-release.ts';
import { release, writableStore } from '../release/release-build.ts';

try {
  const { values, positionals } = parseArgs({ options: gateArguments, allowPositionals: true });
  const name = remoteNamed(positionals[0]);
  const options = gateOptionsOf(values);
  const store = writableStore();
  await ensureBuilt([shellTarget, ...remoteTargets.filter((target) => target.name === name)], console.log);
  const seen = await gate(name, store, { ...options, report: console.log });
  if (values['dry-run']) {
    console.log(`${name} ${seen} can be released. Nothing was changed.`);
  } else {
    const version = await release(name, store);
    if (options.skip.length > 0) await noteSkipped(name, version, store, options.skip);
    console.log(`${name} ${version} is current.`);
  }
} catch (error) {
  if (error instanceof RefusedRelease) console.error('Not released.');
  endWith(error);
}
