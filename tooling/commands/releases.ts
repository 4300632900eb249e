/**
 * `npm run releases` lists what is released, with `-w mf-blog` of one remote, with `-- --json` for programs.
 * `npm run releases -- verify` compares every file with what was released, and fails when one differs.
 */
import { parseArgs } from 'node:util';
import { endWith } from '../processes/command-error.ts';
import { damages, type ListedRelease, listReleases } from '../release/listing.ts';
import { observedCells, observedColumns } from '../release/observed.ts';
import { readStored } from '../../shared/release-store/registry-file.ts';
import { RefusedRelease } from '../release/refused-release.ts';
import { writableStore } from '../release/release-build.ts';
import { remotes } from '../workspace/remotes.ts';

try {
  const { values, positionals } = parseArgs({ options: { json: { type: 'boolean' } }, allowPositionals: true });
  const remote = positionals.find((word) => remotes.some(({ name }) => name === word));
  const [wish, ...more] = positionals.filter((word) => word !== remote);
  if (more.length > 0 || (wish !== undefined && wish !== 'verify'))
    throw new RefusedRelease(`"${positionals.join(' ')}" is not understood: only "verify" and --json are.`);
  const store = writableStore();
  const { registry, complaints } = await readStored(store);
  complaints.forEach((complaint) => console.error(complaint));
  if (wish === 'verify') {
    const damaged = await damages(registry, store, remote);
    damaged.forEach((line) => console.error(`Damaged: ${line}`));
    console.log(damaged.length === 0 ? 'Every file is what was released.' : 'Release the sources again to mend them.');
    process.exit(damaged.length + complaints.length > 0 ? 1 : 0);
  }
  const releases = await listReleases(registry, store, remote);
  console.log(values.json ? JSON.stringify(releases, null, 1) : table(releases));
} catch (error) {
  endWith(error);
}

function table(releases: ListedRelease[]): string {
  if (releases.length === 0) return 'Nothing is released.';
  const head = ['remote', 'version', 'state', 'traffic', 'released', 'by', 'commit', 'size', ...observedColumns];
  const rows = releases.map((each) => [
    each.remote,
    each.version,
    each.state,
    `${each.traffic} %`,
    each.releasedAt.slice(0, 16).replace('T', ' '),
    each.by ?? '',
    each.commit ?? '',
    each.bytes === undefined ? 'files missing' : `${Math.round(each.bytes / 1024)} kB`,
    ...observedCells(each.observed),
  ]);
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]!.length)));
  return [head, ...rows]
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
