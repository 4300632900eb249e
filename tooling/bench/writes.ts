/**
 * What durability costs, and what the API does with one processor: `npm run bench -- --writes`. The bare driver, the
 * API on both databases, Express with `pg` on the same PostgreSQL, and Node's bare HTTP server, in turns.
 */
import { execFile } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { goodMessage } from '../../api/test/support/contact.ts';
import { contactCall } from '../../shared/contracts/contact.ts';
import { postCalls } from '../../shared/contracts/posts.ts';
import { HOP_IP_HEADER, HOP_TOKEN_HEADER, hopToken } from '../../shared/node/hop.ts';
import { startPostgres } from '../postgres/start-postgres.ts';
import { builtApi } from '../build/ensure-built.ts';
import { residentMegabytes } from '../processes/resident-memory.ts';
import { type RunningServer, startServer } from '../processes/servers.ts';
import { repositoryRoot } from '../workspace/root.ts';
import { childrenOf, machineTime, processorTimeOfAll, putUnderLoad, SECRET, type Throughput } from './load.ts';
import { median, pairedRatio } from './statistics.ts';
import { InstallationSecret } from '../../shared/node/installation-secret.ts';

const TURNS = 5;
/** Starts of the API, the first of which fills Node's compile cache. */
const STARTS = 6;
const CONNECTIONS = 32;
/** Connections that read beside those that write. */
const READERS = 4;
/** How many messages are sent while others read, as a share of the most that can be stored. */
const PACE = 0.5;
const WARM_UP_MS = 1_500;
const peers = path.join(repositoryRoot, 'tooling/bench/peer');

const LIMITS = {
  ofBareDriver: 0.5,
  postOnSqlite: 5,
  postOnPostgres: 3,
  memoryMb: 200,
  readsBesideWrites: 2,
  heldUp: 1.3,
  postOfRaw: 3,
  readyMs: 1_000,
  others: 0.1,
};

interface Candidate {
  server: RunningServer;
  /** Its database's server, when that is a process of its own. */
  database: number | undefined;
  postPath: string;
  contactPath: string;
  helloPath: string;
}

/** `refused`: a message whose email address is not one, so that everything happens but the storing. */
type Sent = 'write' | 'refused';

interface Figures extends Throughput {
  /** Processor time of the server and of its database's for each request, in microseconds. */
  cpu: number;
}

/** @param seconds of each measurement @returns how many goals are missed */
export async function durableWrites(seconds: number): Promise<number> {
  if (process.platform !== 'linux') throw new Error('Processor time is read from /proc, which only Linux has.');
  await using begun = new AsyncDisposableStack();
  const postgres = await startPostgres();
  begun.defer(postgres.stop);
  const [postmaster] = childrenOf(process.pid, 'postgres');
  if (postmaster === undefined) throw new Error('PostgreSQL was started as no process of this one.');
  const newFolder = async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'bench-writes-'));
    begun.defer(() => rm(folder, { recursive: true, force: true }));
    return folder;
  };
  const startApi = async (dataDir: string, url = ''): Promise<Candidate> => {
    const env = {
      DATA_DIR: dataDir,
      DATABASE_URL: url,
      API_PORT: '0',
      SESSION_SECRET: SECRET,
      LOG_LEVEL: 'error',
      // The mails wait: Express sends none either.
      SMTP_URL: 'smtp://127.0.0.1:1',
      NODE_ENV: 'production',
    };
    const server = await startServer(await builtApi(), env);
    begun.defer(server.stop);
    const database = url ? postmaster : undefined;
    return { server, database, postPath: postCalls.post(3), contactPath: contactCall, helloPath: '/healthz' };
  };
  const bareFolder = await newFolder();
  const starts: number[] = [];
  for (let time = 0; time < STARTS; time += 1) {
    const begin = performance.now();
    const { server } = await startApi(bareFolder);
    starts.push(performance.now() - begin);
    await server.stop();
  }
  const sqlite = await startApi(await newFolder());
  const onPostgres = await startApi(await newFolder(), postgres.url);
  const express: Candidate = {
    server: await startServer(path.join('tooling/bench/peer/express.ts'), {
      DATABASE_URL: postgres.url,
      NODE_ENV: 'production',
    }),
    database: postmaster,
    postPath: '/posts/3',
    contactPath: '/contact',
    helloPath: '/',
  };
  begun.defer(express.server.stop);
  const raw: Candidate = { ...express, server: await startServer('tooling/bench/peer/raw-http.ts', {}) };
  raw.database = undefined;
  begun.defer(raw.server.stop);

  const candidates = { 'API, SQLite': sqlite, 'API, PostgreSQL': onPostgres, 'Express + pg': express };
  type Name = keyof typeof candidates;
  const reads: Record<Name, Figures[]> = { 'API, SQLite': [], 'API, PostgreSQL': [], 'Express + pg': [] };
  const writes: Record<Name, Figures[]> = { 'API, SQLite': [], 'API, PostgreSQL': [], 'Express + pg': [] };
  const bare: number[] = [];
  const hello: Record<'raw' | 'api', Figures[]> = { raw: [], api: [] };
  const [machine, ours] = [machineTime(), processorTimeOfAll(process.pid)];
  const besideWrites: Throughput[] = [];
  const alone: Throughput[] = [];
  const beside: Record<Sent, (Throughput & { sent: number })[]> = { write: [], refused: [] };
  for (let turn = -1; turn < TURNS; turn += 1) {
    const ms = turn < 0 ? WARM_UP_MS : seconds * 1000;
    const rate = await bareDriver(path.join(bareFolder, 'site.db'), ms);
    if (turn >= 0) bare.push(rate);
    for (const [name, candidate] of Object.entries(candidates) as [Name, Candidate][]) {
      const read = await measure(candidate, 'read', ms);
      const write = await measure(candidate, 'write', ms);
      if (turn < 0) continue;
      reads[name].push(read);
      writes[name].push(write);
    }
    const [rawHello, apiHello] = [await measure(raw, 'hello', ms), await measure(sqlite, 'hello', ms)];
    const quiet = await readApart(sqlite, ms);
    const [besideAll, { perSecond }] = await Promise.all([readApart(sqlite, ms), measure(sqlite, 'write', ms)]);
    if (turn < 0) continue;
    hello.raw.push(rawHello);
    hello.api.push(apiHello);
    alone.push(quiet);
    besideWrites.push(besideAll);
    // In turns, there and back, so that whatever else the machine does falls on both.
    for (const what of ['write', 'refused', 'refused', 'write'] as const) {
      const pace = perSecond * PACE;
      const [read, { perSecond: sent }] = await Promise.all([readApart(sqlite, ms), measure(sqlite, what, ms, pace)]);
      beside[what].push({ ...read, sent });
    }
  }

  const machineNow = machineTime();
  const others =
    (machineNow.busy - machine.busy - (processorTimeOfAll(process.pid) - ours)) / (machineNow.all - machine.all);
  const isQuiet = others <= LIMITS.others;
  /**
   * Throughput and times depend on waiting for processors. A busy machine takes most from those who could use most: the
   * API and its clients fill both processors, while Express waits for PostgreSQL. Processor time stays the same,
   * whatever else is running.
   */
  const atRest = (isMet: boolean) => (isQuiet ? isMet : 'busy');
  const memory = [sqlite, onPostgres, express].map(({ server }) => residentMegabytes(server.process.pid!));

  console.log(line('', ...Object.keys(candidates), 'bare driver'));
  console.log(line('a post, per second', ...columns(reads, 'perSecond')));
  console.log(line('  processor, µs', ...columns(reads, 'cpu')));
  console.log(line('a message stored, per second', ...columns(writes, 'perSecond'), median(bare).toFixed(0)));
  console.log(line('  processor, µs', ...columns(writes, 'cpu')));
  console.log(line('  p99, ms', ...columns(writes, 'p99', 1)));
  console.log(line('memory, MB', ...memory.map((megabytes) => megabytes.toFixed(0))));
  console.log(
    `\nReading beside writing on SQLite, ${READERS} and ${CONNECTIONS} connections: p99 ${median(besideWrites.map(({ p99 }) => p99)).toFixed(1)} ms, ` +
      `alone ${median(alone.map(({ p99 }) => p99)).toFixed(1)} ms`,
  );
  const ofBeside = (what: Sent) =>
    `p99 ${median(beside[what].map(({ p99 }) => p99)).toFixed(1)} ms beside ${median(beside[what].map(({ sent }) => sent)).toFixed(0)} a second that are`;
  console.log(`… half as many messages, spread evenly: ${ofBeside('write')} stored, ${ofBeside('refused')} refused\n`);

  const ratio = (first: Figures[], second: Figures[]) => pairedRatio(first, second, ({ perSecond }) => perSecond);
  const cheaper = (all: Record<Name, Figures[]>, name: Name) =>
    pairedRatio(all['Express + pg'], all[name], ({ cpu }) => cpu);
  const durable = median(writes['API, SQLite'].map(({ perSecond }, turn) => perSecond / bare[turn]!));
  const heldUp = pairedRatio(besideWrites, alone, ({ p99 }) => p99);
  const [helloCpu, rawCpu] = [hello.api, hello.raw].map((each) => median(each.map(({ cpu }) => cpu)));
  console.log(
    `An answer without content: ${median(hello.api.map(({ perSecond }) => perSecond)).toFixed(0)} per second and ${helloCpu!.toFixed(0)} µs, of bare http ` +
      `${median(hello.raw.map(({ perSecond }) => perSecond)).toFixed(0)} and ${rawCpu!.toFixed(0)}; ready after ${starts
        .slice(1)
        .map((each) => each.toFixed(0))
        .join(', ')} ms\n`,
  );
  const helloOfRaw = ratio(hello.api, hello.raw);
  const postOfRaw = pairedRatio(reads['API, SQLite'], hello.raw, ({ cpu }) => cpu);
  const ready = median(starts.slice(1));
  const byStoring = pairedRatio(beside.write, beside.refused, ({ p99 }) => p99);
  const goals: [what: string, figure: number, isMet: boolean | 'busy', goal: string][] = [
    [
      'p99 of reading beside writing / alone, SQLite',
      heldUp,
      atRest(heldUp <= LIMITS.readsBesideWrites),
      `≤ ${LIMITS.readsBesideWrites}`,
    ],
    [
      'p99 of reading beside stored / refused messages',
      byStoring,
      atRest(byStoring <= LIMITS.heldUp),
      `≤ ${LIMITS.heldUp}`,
    ],
    // Decision 131.
    ['an answer without content / bare http', helloOfRaw, true, 'for information'],
    [
      '  processor time, a post on SQLite / bare http',
      postOfRaw,
      postOfRaw <= LIMITS.postOfRaw,
      `≤ ${LIMITS.postOfRaw}`,
    ],
    ['ready after, ms', ready, atRest(ready < LIMITS.readyMs), `< ${LIMITS.readyMs}`],
    ['a message on SQLite / bare driver', durable, durable >= LIMITS.ofBareDriver, `≥ ${LIMITS.ofBareDriver}`],
    ...(['API, SQLite', 'API, PostgreSQL'] as const).flatMap((name) => {
      const least = name === 'API, SQLite' ? LIMITS.postOnSqlite : LIMITS.postOnPostgres;
      const [post, message] = [ratio(reads[name], reads['Express + pg']), ratio(writes[name], writes['Express + pg'])];
      return [
        [`a post, ${name} / Express + pg`, post, atRest(post >= least), `≥ ${least}`],
        [`  processor time, Express + pg / ${name}`, cheaper(reads, name), cheaper(reads, name) >= least, `≥ ${least}`],
        [`a message, ${name} / Express + pg`, message, true, 'for information'],
        [`  processor time, Express + pg / ${name}`, cheaper(writes, name), true, 'for information'],
      ] as typeof goals;
    }),
    ...([sqlite, onPostgres].map((_, index) => [
      `memory, ${Object.keys(candidates)[index]}, MB`,
      memory[index]!,
      memory[index]! < LIMITS.memoryMb,
      `< ${LIMITS.memoryMb}`,
    ]) as typeof goals),
  ];
  console.log(`Other programs had ${(others * 100).toFixed(0)} % of the processors.`);
  if (!isQuiet) console.log('What depends on who waits for a processor is not judged (busy).');
  for (const [what, figure, isMet, goal] of goals)
    console.log(
      `${isMet === 'busy' ? 'busy  ' : isMet ? 'met   ' : 'MISSED'}  ${what.padEnd(48)} ${figure.toFixed(2).padStart(8)}  ${goal}`,
    );
  return goals.filter(([, , isMet]) => !isMet).length;
}

async function measure(
  { server, database, postPath, contactPath, helloPath }: Candidate,
  what: 'read' | 'hello' | Sent,
  ms: number,
  perSecond?: number,
): Promise<Figures> {
  const used = () =>
    processorTimeOfAll(server.process.pid!) + (database === undefined ? 0 : processorTimeOfAll(database));
  const before = used();
  const throughput = await putUnderLoad({
    port: server.port,
    connections: CONNECTIONS,
    ms,
    perSecond,
    status: { read: 200, hello: 200, write: 201, refused: 422 }[what],
    next: () =>
      what === 'write' || what === 'refused'
        ? writing(contactPath, bodies[what])
        : reading(what === 'read' ? postPath : helloPath),
  });
  const cpu = (used() - before) / (throughput.perSecond * (ms / 1000));
  return { ...throughput, cpu };
}

const reading = (target: string): Buffer =>
  Buffer.from(`GET ${target} HTTP/1.1\r\nhost: localhost:3000\r\n${fromVisitor()}\r\n`);

const bodies: Record<Sent, string> = {
  write: JSON.stringify(goodMessage),
  refused: JSON.stringify({ ...goodMessage, email: goodMessage.email.replace('@', ' at ') }),
};
const writing = (target: string, body: string): Buffer =>
  Buffer.from(
    `POST ${target} HTTP/1.1\r\nhost: localhost:3000\r\ncontent-type: application/json\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\n${fromVisitor()}\r\n${body}`,
  );

const token = hopToken(new InstallationSecret(SECRET));
/** Another visitor each time: nobody may write that much. */
const fromVisitor = (): string =>
  `${HOP_TOKEN_HEADER}: ${token}\r\n${HOP_IP_HEADER}: 10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}\r\n`;

/** Measures reading from a separate process, see `peer/readers.ts`. */
async function readApart({ server, postPath }: Candidate, ms: number): Promise<Throughput> {
  const request = reading(postPath).toString();
  const words = [path.join(peers, 'readers.ts'), String(server.port), String(READERS), String(ms), request];
  const { stdout } = await promisify(execFile)(process.execPath, words);
  return JSON.parse(stdout) as Throughput;
}

async function bareDriver(file: string, ms: number): Promise<number> {
  const program = path.join(peers, 'bare-driver.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [program, file, String(ms)]);
  return Number(stdout);
}

function columns(all: Record<string, Figures[]>, figure: keyof Figures, digits = 0): string[] {
  return Object.values(all).map((turns) => median(turns.map((each) => each[figure])).toFixed(digits));
}

const line = (name: string, ...cells: string[]): string =>
  name.padEnd(30) + cells.map((cell) => cell.padStart(17)).join('');
