/**
 * `npm run release -w mf-blog`: builds one remote, tries it as visitors would, and makes it current on the running
 * site. `--traffic 10` gives it to ten percent of the visitors, `--preview` to nobody, `--dry-run` only says what would
 * happen; CONTRIBUTING.md explains `--without /path` and `--skip smoke`.
 */
import { ensureBuilt, remoteTargets, shellTarget } from '../build/ensure-built.ts';
import { commandArguments, nothingMore } from '../processes/arguments.ts';
import { endWith } from '../processes/command-error.ts';
import { temporaryFolder } from '../processes/temporary-folder.ts';
import { remoteNamed } from '../workspace/remotes.ts';
import { gateArguments, gateOptionsOf } from '../release/gate/arguments.ts';
import { gate, noteSkipped } from '../release/gate/gate.ts';
import { RefusedRelease } from '../release/refused-release.ts';
import { release, writableStore } from '../release/release-build.ts';
import { fateOf, shareArguments, shareOf } from '../release/share.ts';

const USAGE =
  'A release takes --preview or --traffic with a percentage, --dry-run, --without /path and --skip <check>.';

try {
  const { values, positionals } = commandArguments({ options: { ...shareArguments, ...gateArguments } }, USAGE);
  const [wish, ...more] = positionals;
  const name = remoteNamed(wish);
  nothingMore(more, USAGE);
  const traffic = shareOf(values, USAGE);
  const options = gateOptionsOf(values);
  const store = writableStore();
  // The trial has a site and a browser, whose files a release that is stopped must not leave.
  process.env.TMPDIR = await temporaryFolder('release-of');
  await ensureBuilt([shellTarget, ...remoteTargets.filter((target) => target.name === name)], console.log);
  const seen = await gate(name, store, { ...options, report: console.log });
  if (values['dry-run']) {
    console.log(`${name} ${seen} can be released. Nothing was changed.`);
  } else {
    const version = await release(name, store, seen, { traffic });
    if (options.skip.length > 0) await noteSkipped(name, version, store, options.skip);
    console.log(fateOf(name, version, traffic));
  }
} catch (error) {
  if (error instanceof RefusedRelease) console.error('Not released.');
  endWith(error);
}
