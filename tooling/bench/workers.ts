/** What rendering in threads costs, and what it protects others from: `npm run bench -- --workers`. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { RouteObject } from 'react-router-dom';
import { inProcessRenderer } from '../../shell/server/rendering/in-process.ts';
import type { NamedRelease, PageJob, Renderer } from '../../shell/server/rendering/renderer.ts';
import type * as EntryServer from '../../shell/src/entry-server.tsx';
import { ensureBuilt, siteTargets } from '../build/ensure-built.ts';
import { API_PROGRAM, memoryFlags, SERVER_MEMORY, SHELL_PROGRAM, startServer } from '../processes/servers.ts';
import type { ReleaseMemory } from './release-memory.ts';
import { bundleOf, entryUrl, jobFor, PAGES, Releases, threadsFor } from './rendering-threads.ts';
import { median, pairedRatio } from './statistics.ts';

const WARM_UP = 20;
const RUNS = 100;
/** Times by which a page may take longer in a thread. */
const LIMIT = 1.1;
/** Times by which other remotes' slowest pages may take longer while one is in an endless loop. */
const LOOP_LIMIT = 1.5;
const LOOP_VISITS = 150;
const VISIT_EVERY_MS = 40;
const MEMORY_LIMIT = 1.1;

/** @returns how many limits are exceeded */
export async function rendersInWorkers(): Promise<number> {
  await ensureBuilt(siteTargets, (line) => console.log(`  ${line}`));
  const dataDir = await mkdtemp(path.join(tmpdir(), 'workers-'));
  const api = await startServer(API_PROGRAM, {
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    API_PORT: '0',
    LOG_LEVEL: 'error',
  });
  try {
    const apiUrl = `http://127.0.0.1:${api.port}`;
    const ratios = [...(await pages(apiUrl)), await besideALoop(apiUrl), await memory('releases')];
    ratios.push(await memory('failing releases'));
    const exceeded = ratios.filter(({ ratio, limit }) => ratio > limit);
    for (const { what, ratio, limit } of exceeded) console.log(`${what}: ${ratio.toFixed(2)}; the limit is ${limit}.`);
    if (exceeded.length === 0) console.log('\nEvery limit is kept.');
    return exceeded.length;
  } finally {
    await api.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

interface Ratio {
  what: string;
  ratio: number;
  limit: number;
}

/** The same page in a thread and in this process, in turns. */
async function pages(apiUrl: string): Promise<Ratio[]> {
  const releases = new Releases();
  const inThread = threadsFor(releases);
  const here = inProcessRenderer({
    entry: async () => (await import(entryUrl)) as typeof EntryServer,
    routes: async (name) => ((await import(pathToFileURL(bundleOf(name)).href)) as { routes: RouteObject[] }).routes,
  });
  console.log('page        thread ms   here ms   ratio   thread CPU ms   here CPU ms   ratio   html kB');
  const ratios: Ratio[] = [];
  for (const [page, name] of Object.entries(PAGES)) {
    const release = await releases.add(name, '1');
    await inThread.ready(release, 30_000);
    const sides: [Measured[], Measured[]] = [[], []];
    for (let run = -WARM_UP; run < RUNS; run += 1) {
      for (const side of run % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
        const measured = await measure(side === 0 ? inThread : here, release, jobFor(page, apiUrl));
        if (run >= 0) sides[side].push(measured);
      }
    }
    const [thread, process] = sides;
    const [time, cpu] = [
      pairedRatio(thread, process, ({ ms }) => ms),
      pairedRatio(thread, process, ({ cpuMs }) => cpuMs),
    ];
    const cells = [
      medianOf(thread, 'ms'),
      medianOf(process, 'ms'),
      time,
      medianOf(thread, 'cpuMs'),
      medianOf(process, 'cpuMs'),
      cpu,
    ];
    console.log(
      page.padEnd(10) +
        cells.map((cell) => cell.toFixed(2).padStart(11)).join('') +
        (thread[0]!.bytes / 1_000).toFixed(0).padStart(8),
    );
    ratios.push({ what: `Time of ${page} in a thread`, ratio: time, limit: LIMIT });
  }
  await inThread.close();
  return ratios;
}

interface Measured {
  ms: number;
  /** Processor time of all threads of this process. */
  cpuMs: number;
  bytes: number;
}

const medianOf = (measured: Measured[], figure: keyof Measured): number => median(measured.map((each) => each[figure]));

async function measure(renderer: Renderer, release: NamedRelease, job: PageJob): Promise<Measured> {
  const [started, cpu] = [performance.now(), process.cpuUsage()];
  const page = await renderer.render(release, job);
  const { user, system } = process.cpuUsage(cpu);
  if (!('html' in page)) throw new Error(`${job.url.pathname} was answered with ${page.status}`);
  return { ms: performance.now() - started, cpuMs: (user + system) / 1_000, bytes: page.html.length };
}

/** Other remotes' pages while one remote is in endless loops, one after another. */
async function besideALoop(apiUrl: string): Promise<Ratio> {
  const releases = new Releases();
  const renderer = threadsFor(releases, { quiet: true });
  const other = await releases.add('mf-marketing', '1');
  const looping = await releases.add(
    'mf-careers',
    '1',
    (bundle) => `${bundle}
    for (const route of routes) { route.lazy = undefined; route.Component = () => null; route.loader = ({ request }) => { if (request.url.includes('loop')) for (;;); return null; }; }`,
  );
  await Promise.all([other, looping].map((release) => renderer.ready(release, 30_000)));
  const p99 = async (): Promise<number> => {
    const times: number[] = [];
    for (let visit = 0; visit < LOOP_VISITS; visit += 1) {
      times.push((await measure(renderer, other, jobFor('/contact', apiUrl))).ms);
      await delay(VISIT_EVERY_MS);
    }
    return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)]!;
  };
  await p99();
  const alone = await p99();
  const over = new AbortController();
  const loops = (async () => {
    while (!over.signal.aborted) {
      await renderer.ready(looping, 30_000).catch(() => delay(100));
      await renderer.render(looping, jobFor('/career?loop', apiUrl)).catch(() => {});
    }
  })();
  const beside = await p99();
  over.abort();
  await renderer.close();
  await loops;
  console.log(
    `\n/contact, slowest of a hundred: ${alone.toFixed(1)} ms alone, ${beside.toFixed(1)} ms beside a remote in endless loops`,
  );
  return { what: 'Slowest of a hundred pages beside an endless loop', ratio: beside / alone, limit: LOOP_LIMIT };
}

/**
 * Measured in a process with the shell's settings, since what a process did before stays in its memory.
 * @param of releases that render, or that do not load
 */
async function memory(of: 'releases' | 'failing releases'): Promise<Ratio> {
  const program = fileURLToPath(new URL('./release-memory.ts', import.meta.url));
  const child = fork(program, of === 'failing releases' ? ['failing'] : [], {
    env: { ...SERVER_MEMORY, ...process.env },
    execArgv: [...process.execArgv, ...memoryFlags(SHELL_PROGRAM)],
  });
  const answered = once(child, 'message') as Promise<[ReleaseMemory]>;
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`Measuring memory ended with status ${code}.`);
  });
  const [few, many] = (await Promise.race([answered, ended]))[0];
  const megabytes = (bytes: number): string => (bytes / 2 ** 20).toFixed(0);
  console.log(
    `\nmemory: ${megabytes(few.bytes)} MB after ${few.releases} ${of}, ` +
      `${megabytes(many.bytes)} MB after ${many.releases}`,
  );
  return { what: `Memory after ${many.releases} ${of}`, ratio: many.bytes / few.bytes, limit: MEMORY_LIMIT };
}
