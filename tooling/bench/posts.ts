/** Whether the blog is as fast with many posts as with few, on both databases: `npm run bench -- --posts`. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { DatabaseKind } from '../../api/src/database/schema.ts';
import { postCalls, postFeeds } from '../../shared/contracts/posts.ts';
import { startPostgres } from '../postgres/start-postgres.ts';
import { builtApi } from '../build/ensure-built.ts';
import { residentMegabytes } from '../processes/resident-memory.ts';
import { startServer, type RunningServer } from '../processes/servers.ts';
import { fillDatabase, RARE_WORD } from './filled-database.ts';
import { median, pairedRatio } from './statistics.ts';

const FEW = 100;
const MANY = 100_000;
/** Times by which a request may take longer among many posts, and memory may be larger. */
const LIMIT = 1.5;
const WARM_UP = 50;
const RUNS = 400;

interface Candidate {
  posts: number;
  api: RunningServer;
}

/** URLs to read in turns; another post each time. */
const requests: Record<string, (posts: number, run: number) => string> = {
  list: () => postCalls.posts,
  'page in the middle': (posts) => `${postCalls.posts}?before=${posts / 2 + 1}`,
  [`search, ${RARE_WORD.posts} matches`]: () => `${postCalls.posts}?q=${RARE_WORD.word}`,
  'search, nothing found': () => `${postCalls.posts}?q=nosuchword`,
  post: (posts, run) => postCalls.post(1 + ((run * 7_919) % posts)),
  feed: () => postFeeds.rss,
};

/**
 * Fills the databases, reads both in turns, and prints a table for each kind of database.
 * @returns how many limits are exceeded
 */
export async function postsAtScale(): Promise<number> {
  await using begun = new AsyncDisposableStack();
  const interrupted = (): void => void begun.disposeAsync().finally(() => process.exit(1));
  process.once('SIGINT', interrupted);
  process.once('SIGTERM', interrupted);
  begun.defer(() => void process.off('SIGINT', interrupted).off('SIGTERM', interrupted));
  const postgres = await startPostgres();
  begun.defer(postgres.stop);

  let exceeded = 0;
  for (const kind of ['sqlite', 'postgres'] as const) {
    console.log(`\nFilling ${kind} with ${FEW} and with ${count(MANY)} posts …`);
    const [few, many] = [await start(FEW), await start(MANY)];
    exceeded += await compareDatabases(kind, few, many);

    async function start(posts: number): Promise<Candidate> {
      const dataDir = await mkdtemp(path.join(tmpdir(), 'posts-'));
      begun.defer(() => rm(dataDir, { recursive: true, force: true }));
      const database = await fillDatabase({ kind, posts, dataDir, postgres });
      const api = await startServer(await builtApi(), { ...database, API_PORT: '0', LOG_LEVEL: 'error' });
      begun.defer(api.stop);
      return { posts, api };
    }
  }
  console.log(
    exceeded > 0 ? `\n${exceeded} of the ratios above are larger than ${LIMIT}.` : `\nEvery ratio is ${LIMIT} or less.`,
  );
  return exceeded;
}

async function compareDatabases(kind: DatabaseKind, few: Candidate, many: Candidate): Promise<number> {
  const rows: Row[] = [];
  for (const [name, pathFor] of Object.entries(requests)) {
    const times: [number[], number[]] = [[], []];
    for (let run = -WARM_UP; run < RUNS; run += 1) {
      const order = run % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const);
      for (const side of order) {
        const { api, posts } = side === 0 ? few : many;
        const time = await timed(`http://127.0.0.1:${api.port}${pathFor(posts, run + WARM_UP)}`);
        if (run >= 0) times[side].push(time);
      }
    }
    rows.push({
      name,
      values: [median(times[0]), median(times[1])],
      unit: 'ms',
      ratio: pairedRatio(times[1], times[0], (time) => time),
    });
  }
  const memory = [residentMegabytes(few.api.process.pid!), residentMegabytes(many.api.process.pid!)] as const;
  rows.push({ name: 'memory', values: memory, unit: 'MB', ratio: memory[1] / memory[0] });
  console.log(table(kind, rows));
  return rows.filter(({ ratio }) => ratio > LIMIT).length;
}

async function timed(url: string): Promise<number> {
  const start = performance.now();
  const response = await fetch(url);
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${url} was answered with ${response.status}`);
  return performance.now() - start;
}

interface Row {
  name: string;
  values: readonly [few: number, many: number];
  unit: string;
  ratio: number;
}

function table(kind: DatabaseKind, rows: Row[]): string {
  const line = (...[name, ...cells]: [string, string, string, string]) =>
    name.padEnd(26) + cells.map((cell) => cell.padStart(14)).join('');
  const value = (number: number, unit: string) => `${number.toFixed(unit === 'ms' ? 2 : 0)} ${unit}`;
  return [
    line(kind, `${FEW} posts`, `${count(MANY)} posts`, 'ratio'),
    ...rows.map(({ name, values: [few, many], unit, ratio }) =>
      line(name, value(few, unit), value(many, unit), ratio.toFixed(2)),
    ),
  ].join('\n');
}

const count = (number: number): string => number.toLocaleString('en-GB');
