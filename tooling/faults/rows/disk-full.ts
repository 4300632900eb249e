/** The disk is full, and later no longer is: a small file system in memory, which takes root to mount. */
import { randomBytes } from 'node:crypto';
import { chown, mkdir, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { postCalls } from '../../../shared/contracts/posts.ts';
import { serverAccount } from '../../postgres/server-account.ts';
import { run } from '../../processes/run.ts';
import { administer, type Instance, makePlace, type Place, startInstance, until, withDatabase } from './instance.ts';
import { lookForMessages, noteRefused, nothingTold, type Told, writeMessage } from './messages.ts';
import { bothDatabases, type Circumstances, NotHere, type Row } from './row.ts';

const DISK_MB = 64;
/** Left when the disk is filled: what is written next does not fit. */
const LEFT_BYTES = 64 * 1024;
const MESSAGES = 30;
/** Large ones before and after. SQLite reuses its log, so what comes after is far more than came before. */
const POSTS = { before: 20, after: 60 };
const POST_BYTES = 180_000;
const PATIENCE_MS = 15_000;

export const diskFull: Row = {
  name: 'disk',
  what: 'the disk is full, then is not',
  passesWhen: '507 only, reads go on, 0 lost, sound, recovers',
  databases: bothDatabases,
  async run(circumstances) {
    const disk = await mountSmallDisk(circumstances.begun);
    const place = await makePlaceOn(disk, circumstances);
    const instance = await startInstance(place, circumstances.begun, { LOG_LEVEL: 'fatal' });
    const told = nothingTold();
    await write(instance, told, POSTS.before);
    const refusedBefore = told.refused.size;

    const filler = path.join(disk, 'filler');
    await fill(filler, (await freeBytes(disk)) - LEFT_BYTES);
    await write(instance, told, POSTS.after);
    const reads = await Promise.all(
      [postCalls.posts, postCalls.post(1), '/healthz', '/readyz'].map((target) => instance.send(target)),
    );
    const unread = reads.filter(({ status }) => status !== 200).length;

    await rm(filler);
    const recovered = await until(async () => (await writeMessage(instance, told)) === 201, PATIENCE_MS);
    const full = told.refused.get(507) ?? 0;
    const others = [...told.refused].filter(([status]) => status !== 507);
    const other = others.reduce((sum, [, count]) => sum + count, 0);
    const statuses = others.map(([status]) => status).join(', ');
    const { lost, withoutMail } = await lookForMessages(place, told);
    const sound = await isSound(place);
    const wrong = refusedBefore + lost + withoutMail + other + unread;
    return {
      figure:
        `${told.acknowledged.size} acknowledged: ${lost} lost, ${withoutMail} without mail; ${full} × 507, ${other} × ` +
        `anything else${statuses && ` (${statuses})`}, ${told.busy} told busy; ${unread} of ${reads.length} reads failed; wrote again after ${Math.round(recovered)} ms; ` +
        `${sound ? 'sound' : 'DAMAGED'}`,
      passed: wrong === 0 && full > 0 && recovered < PATIENCE_MS && sound,
    };
  },
};

async function write(instance: Instance, told: Told, posts: number): Promise<void> {
  for (let n = 0; n < MESSAGES; n += 1) await writeMessage(instance, told);
  for (let n = 0; n < posts; n += 1) {
    const content = randomBytes(POST_BYTES / 2).toString('hex');
    const answer = await instance.send(postCalls.add, { title: `Large ${n}`, content });
    if (answer.status !== 201) noteRefused(told, answer);
  }
}

async function mountSmallDisk(begun: AsyncDisposableStack): Promise<string> {
  const disk = await mkdtemp(path.join(tmpdir(), 'small-disk-'));
  begun.defer(() => rm(disk, { recursive: true, force: true }));
  const { status, output } = await run('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'tmpfs', disk], {
    quiet: true,
  });
  if (status !== 0) throw new NotHere(`it takes root on Linux to mount a small disk: ${output.trim()}`);
  begun.defer(async () => void (await run('umount', ['--lazy', disk], { quiet: true })));
  return disk;
}

/** On PostgreSQL only its tables are on it; its log has its own disk, as it should. */
async function makePlaceOn(disk: string, circumstances: Circumstances): Promise<Place> {
  if (circumstances.database === 'sqlite') return { dataDir: path.join(disk, 'data'), url: undefined };
  const { url } = await circumstances.postgres();
  const tables = path.join(disk, 'tables');
  await mkdir(tables);
  const account = serverAccount();
  if (account) {
    await chown(disk, account.uid, account.gid);
    await chown(tables, account.uid, account.gid);
  }
  const place = await makePlace(circumstances);
  const [space, database] = [`small_${process.pid}`, new URL(place.url!).pathname.slice(1)];
  await administer(url, `create tablespace ${space} location '${tables}'`);
  circumstances.begun.defer(async () => {
    await administer(url, `drop database ${database} with (force)`);
    await administer(url, `drop tablespace ${space}`);
  });
  await administer(url, `alter database ${database} set tablespace ${space}`);
  return place;
}

/** The API may be writing, so less may fit than was free: the disk just has to be full. */
async function fill(filler: string, bytes: number): Promise<void> {
  try {
    await writeFile(filler, Buffer.alloc(Math.max(0, bytes)));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}

async function freeBytes(disk: string): Promise<number> {
  const { bavail, bsize } = await statfs(disk);
  return bavail * bsize;
}

/** SQLite looks at every page; PostgreSQL reads every row. */
async function isSound(place: Place): Promise<boolean> {
  return await withDatabase(place, async (db) => {
    if (place.url === undefined) {
      const { rows } = await sql<{ integrityCheck: string }>`pragma integrity_check`.execute(db);
      return rows.length === 1 && rows[0]?.integrityCheck === 'ok';
    }
    const posts = await db.selectFrom('posts').selectAll().execute();
    return posts.every(({ content }) => content.length > 0);
  });
}
