/**
 * `npm run releases` lists what is released, with `-w mf-blog` of one remote, with `-- --json` for programs. `USAGE`
 * lists what else can be done with releases.
 */
import type { Registry } from '../../shared/contracts/registry.ts';
import { TRIAL_HOURS_MAX } from '../../shared/node/trial.ts';
import { readStored } from '../../shared/release-store/registry-file.ts';
import { counted } from '../../shared/rules/counted.ts';
import { DAY_MS, HOUR_MS } from '../../shared/rules/time.ts';
import { commandArguments, nothingMore, percentOf, wholeNumberOf } from '../processes/arguments.ts';
import { CommandError, endWith } from '../processes/command-error.ts';
import { damages, listReleases, releasedNames, releaseTable } from '../release/listing.ts';
import { leftBehindIn, prune, type Pruned } from '../release/prune.ts';
import { namedRelease, withdraw } from '../release/publish.ts';
import { writableStore } from '../release/release-build.ts';
import { makeKeys, signAll } from '../release/signing.ts';
import { changeTraffic } from '../release/traffic.ts';
import { trialLink } from '../release/trial-link.ts';
import { remoteNamed } from '../workspace/remotes.ts';

const USAGE = `Allowed are:
  npm run releases [-w <remote>] [-- --json]
  npm run releases [-w <remote>] -- verify
  npm run releases -- promote <remote>@<version>
  npm run releases -- traffic <remote>@<version> <percent>
  npm run releases -- withdraw <remote>
  npm run releases -- try <remote>@<version> [<remote>@<version> …] [--hours 8]
  npm run releases [-w <remote>] -- prune [--keep 5] [--days 30] [--dry-run]
  npm run releases -- keygen
  npm run releases [-w <remote>] -- sign`;

/** Options of each wish; without any, releases are listed. */
const optionsOf = {
  list: ['json'],
  verify: [],
  promote: [],
  traffic: [],
  withdraw: [],
  try: ['hours'],
  prune: ['keep', 'days', 'dry-run'],
  keygen: [],
  sign: [],
} as const;

try {
  const { values, positionals } = commandArguments(
    {
      options: {
        json: { type: 'boolean' },
        hours: { type: 'string' },
        keep: { type: 'string' },
        days: { type: 'string' },
        'dry-run': { type: 'boolean' },
      },
    },
    USAGE,
  );
  // `-w mf-blog` puts the remote's name first.
  const isOfRemote = positionals[0]?.startsWith('mf-') ?? false;
  const [wish = 'list', ...words] = isOfRemote ? positionals.slice(1) : positionals;
  const allowed: readonly string[] | undefined = Object.hasOwn(optionsOf, wish)
    ? optionsOf[wish as keyof typeof optionsOf]
    : undefined;
  if (!allowed) throw new CommandError(`"${wish}" is not a command. ${USAGE}`);
  const odd = Object.keys(values).find((option) => !allowed.includes(option));
  if (odd !== undefined) throw new CommandError(`"${wish}" has no option --${odd}. ${USAGE}`);
  const store = writableStore();
  const remote = isOfRemote ? remoteNamed(positionals[0], await releasedNames(store)) : undefined;

  switch (wish as keyof typeof optionsOf) {
    case 'list': {
      expect(words, 0);
      const releases = await listReleases(await readSaying(store), store, remote);
      console.log(values.json ? JSON.stringify(releases, null, 1) : releaseTable(releases));
      break;
    }
    case 'verify': {
      expect(words, 0);
      await verify(store, remote);
      break;
    }
    case 'promote': {
      expect(words, 1);
      const release = releaseOf(await readSaying(store), words[0]!);
      await changeTraffic({ ...release, traffic: 100 }, store);
      console.log(`${release.name} ${release.version} is current.`);
      break;
    }
    case 'traffic': {
      expect(words, 2);
      const release = releaseOf(await readSaying(store), words[0]!);
      const traffic = percentOf('traffic', words[1]!);
      await changeTraffic({ ...release, traffic }, store);
      console.log(
        `${release.name} ${release.version} ${traffic === 100 ? 'is current' : `has ${traffic} % of the visitors`}.`,
      );
      break;
    }
    case 'withdraw': {
      const [name, ...more] = remote === undefined ? words : [remote, ...words];
      if (name === undefined) expect(words, 1);
      nothingMore(more, USAGE);
      const { version, paths } = await withdraw(remoteNamed(name, await releasedNames(store)), store);
      console.log(`${name} is withdrawn. These paths are not found any more: ${paths.join(', ')}
To bring it back: npm run releases -- promote ${name}@${version}`);
      break;
    }
    case 'try': {
      if (words.length === 0) expect(words, 1);
      const hours = wholeNumberOf('--hours', values.hours ?? '8', 1, TRIAL_HOURS_MAX);
      const registry = await readSaying(store);
      const releases = words.map((word) => releaseOf(registry, word));
      const tried = Object.fromEntries(releases.map(({ name, version }) => [name, version]));
      if (Object.keys(tried).length < words.length) throw new CommandError('Name one release of each remote only.');
      console.log(trialLink(registry, { releases: tried, until: Date.now() + hours * HOUR_MS }));
      break;
    }
    case 'prune': {
      expect(words, 0);
      const keep = wholeNumberOf('--keep', values.keep ?? '5', 1, 1_000);
      const days = wholeNumberOf('--days', values.days ?? '30', 0, 3_650);
      const isDry = values['dry-run'];
      const pruned = await prune(store, { remote, keep, usedSince: Date.now() - days * DAY_MS, isDry });
      console.log(told(pruned, isDry ? 'would be removed' : 'removed'));
      break;
    }
    case 'keygen': {
      expect(words, 0);
      console.log(await makeKeys());
      break;
    }
    case 'sign': {
      expect(words, 0);
      await sign(store, remote);
    }
  }
} catch (error) {
  endWith(error);
}

async function readSaying(store: string): Promise<Registry> {
  const { registry, complaints } = await readStored(store);
  complaints.forEach((complaint) => console.error(complaint));
  return registry;
}

async function verify(store: string, remote: string | undefined): Promise<void> {
  const { registry, complaints } = await readStored(store);
  const damaged = await damages(registry, store, remote);
  const leftBehind = (await leftBehindIn(store)).filter(({ name }) => remote === undefined || name === remote);
  complaints.forEach((complaint) => console.error(complaint));
  damaged.forEach((line) => console.error(`Damaged: ${line}`));
  for (const { name, version } of leftBehind)
    console.error(
      `Left behind: ${name}/${version}, which the registry does not name. "npm run releases -- prune" removes it.`,
    );
  console.log(damaged.length === 0 ? 'Every file is as it was released.' : 'Release the sources again to repair them.');
  if (damaged.length + complaints.length > 0) process.exitCode = 1;
}

async function sign(store: string, remote: string | undefined): Promise<void> {
  const { signed, unsigned } = await signAll(store, remote);
  const none = unsigned.length > 0 ? 'nothing.' : 'nothing, all are.';
  console.log(`Signed: ${signed.join(', ') || none}`);
  if (unsigned.length === 0) return;
  unsigned.forEach((sentence) => console.error(`Not signed: ${sentence}`));
  console.error('Where the site has public keys, these do not run. Release their sources again, or sign again.');
  process.exitCode = 1;
}

function expect(words: string[], count: number): void {
  if (words.length < count) throw new CommandError(`Something is missing. ${USAGE}`);
  nothingMore(words.slice(count), USAGE);
}

/** What `mf-blog@1a2b3c` names: the beginning of a version is enough if no other one begins so. */
function releaseOf(registry: Registry, word: string): { name: string; version: string } {
  const [wish, beginning = ''] = word.split('@');
  const name = remoteNamed(wish, Object.keys(registry.microFrontends));
  if (beginning === '') throw new CommandError(`"${word}" names no version: write ${name}@<version>. ${USAGE}`);
  return { name, version: namedRelease(registry, name, beginning).metadata.version };
}

function told(pruned: Pruned[], done: string): string {
  if (pruned.length === 0) return 'There is nothing to remove.';
  const lines = pruned.map(
    ({ remote, version, bytes, isLeftBehind }) =>
      `${remote} ${version}  ${kilobytes(bytes)}${isLeftBehind ? '  left behind by an interrupted release' : ''}`,
  );
  const sum = pruned.reduce((all, { bytes }) => all + bytes, 0);
  return [...lines, `${counted(pruned.length, 'release')} ${done}, ${kilobytes(sum)}.`].join('\n');
}

function kilobytes(bytes: number): string {
  return `${Math.ceil(bytes / 1024)} kB`;
}
