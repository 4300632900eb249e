/**
 * Power cuts, as far as a program can play them: a preloaded library keeps a second folder in which each file is what
 * it was when it was last synced. The API is killed, and goes on with that folder.
 */
import { cp, mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { run } from '../../processes/run.ts';
import { repositoryRoot } from '../../workspace/root.ts';
import { delay, startInstance, withDatabase } from './instance.ts';
import { lookForMessages, nothingTold, writeWhile } from './messages.ts';
import { type Circumstances, NotHere, type Row } from './row.ts';

const ROUNDS = 10;
/** Messages of each round that are acknowledged before the cut. */
const EACH = 40;
const CONTROL_CUTS_MAX = 5;
const sources = path.join(repositoryRoot, 'tooling/faults/power-cut');

export const powerCut: Row = {
  name: 'power',
  what: 'power cut: all that was not synced is lost',
  passesWhen: '0 acknowledged lost; without the sync after each commit some are',
  // PostgreSQL's behaviour at a power cut is its own affair; its defaults are kept.
  databases: ['sqlite'],
  async run(circumstances) {
    const library = await compileLibrary(circumstances.begun);
    const rounds = circumstances.rounds ?? ROUNDS;
    const full = await cutPower(circumstances, rounds, { LD_PRELOAD: library });
    const lessDurable = importing(path.join(sources, 'less-durable.ts'));
    const cutControl = () => cutPower(circumstances, 1, { LD_PRELOAD: library, NODE_OPTIONS: lessDurable });
    let control = await cutControl();
    // A checkpoint, which syncs all there is, may have come right before the cut.
    for (let cut = 1; cut < CONTROL_CUTS_MAX && control.lost === 0; cut += 1) control = await cutControl();
    return {
      figure:
        `${rounds} cuts, ${full.acknowledged} acknowledged: ${full.lost} lost, ${full.withoutMail} without mail; ` +
        `control: ${control.lost} of ${control.acknowledged} lost`,
      passed: full.lost === 0 && full.withoutMail === 0 && control.lost > 0,
    };
  },
};

/** For `NODE_OPTIONS`, which spaces divide. */
export const importing = (file: string): string => `--import=${pathToFileURL(file).href}`;

/** @returns path of the library that is to be preloaded */
async function compileLibrary(begun: AsyncDisposableStack): Promise<string> {
  if (process.platform !== 'linux') throw new NotHere('power cuts are played on Linux only');
  const folder = await temporaryFolder(begun);
  const library = path.join(folder, 'keep-synced.so');
  const source = path.join(sources, 'keep-synced.c');
  const { status, output } = await run('cc', ['-shared', '-fPIC', '-O2', '-o', library, source, '-ldl', '-pthread'], {
    quiet: true,
  });
  if (status !== 0) throw new NotHere(`it takes a C compiler (cc), which says: ${output.trim().split('\n', 1)[0]}`);
  return library;
}

async function cutPower({ begun }: Circumstances, rounds: number, env: Record<string, string>) {
  const told = nothingTold();
  const parent = await temporaryFolder(begun);
  let place = { dataDir: path.join(parent, 'disk-0'), url: undefined };
  for (let round = 1; round <= rounds; round += 1) {
    const kept = path.join(parent, `disk-${round}`);
    await mkdir(place.dataDir, { recursive: true });
    await cp(place.dataDir, kept, { recursive: true });
    const own = { ...env, POWER_CUT_FROM: place.dataDir, POWER_CUT_TO: kept };
    // The mails go nowhere: the database is what counts.
    const instance = await startInstance(place, begun, { ...own, SMTP_URL: 'smtp://127.0.0.1:1', LOG_LEVEL: 'fatal' });
    const enough = Promise.withResolvers<void>();
    const before = told.acknowledged.size;
    const writing = writeWhile(instance, told, () => {
      if (told.acknowledged.size - before >= EACH) enough.resolve();
      return true;
    });
    await Promise.race([enough.promise, writing]);
    await delay(Math.random() * 40);
    await instance.kill();
    await writing;
    place = { dataDir: kept, url: undefined };
    // Reading repairs what has to be repaired, and writes nothing that the next round would not.
    await withDatabase(place, (db) => db.selectFrom('contactMessages').select('id').limit(1).execute()).catch(() => {});
  }
  const result = await lookForMessages(place, told).catch(() => ({ lost: told.acknowledged.size, withoutMail: 0 }));
  return { ...result, acknowledged: told.acknowledged.size };
}

async function temporaryFolder(begun: AsyncDisposableStack): Promise<string> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'power-cut-')));
  begun.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}
