/** What rendering in threads costs, and what it saves others from: `npm run bench -- --workers`. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { setTimeout as delay } from 'node:timers/promises';
import type { RouteObject } from 'react-router-dom';
import { company } from '../../shared/content/company.ts';
import type { Registry, RegistryEntry } from '../../shared/contracts/registry.ts';
import { CONTRACT_VERSION } from '../../shared/contracts/remote.ts';
import type { ShellData } from '../../shared/contracts/shell.ts';
import { withRelease } from '../../shared/releases/current.ts';
import { inProcessRenderer } from '../../shell/server/rendering/in-process.ts';
import { ReleaseThreads } from '../../shell/server/rendering/release-threads.ts';
import type { NamedRelease, PageJob, Renderer } from '../../shell/server/rendering/renderer.ts';
import type * as EntryServer from '../../shell/src/entry-server.tsx';
import { ensureBuilt, remoteTargets, shellTarget } from '../build/ensure-built.ts';
import { API_PROGRAM, startServer } from '../processes/servers.ts';
import { distOf } from '../release/build-remote.ts';
import { repositoryRoot } from '../workspace/root.ts';
import { median, pairedRatio } from './statistics.ts';

const PAGES = { '/': 'mf-marketing', '/contact': 'mf-marketing', '/blogDey': 'mf-blog', '/career': 'mf-careers' };
const WARM_UP = 20;
const RUNS = 100;
/** Times by which a page may take longer in a thread. */
const LIMIT = 1.1;
/** Times by which other remotes' slowest pages may take longer while one is in an endless loop. */
const LOOP_LIMIT = 1.5;
const LOOP_VISITS = 150;
const VISIT_EVERY_MS = 40;
const MEMORY_LIMIT = 1.1;
const RELEASES = [5, 100] as const;

const origin = 'http://localhost:3000';
const shellData: ShellData = { company, session: { status: 'anonymous' }, origin };
const file = { url: '', integrity: 'sha384-' } as const;

/** Remotes' builds as releases, without a store. */
class Releases {
  readonly #sources = new Map<string, string>();
  #registry: Registry = { schema: '', microFrontends: {} };

  async add(name: string, version: string, change = (bundle: string) => bundle): Promise<NamedRelease> {
    const url = `/remotes/${name}/${version}/remoteEntry.js`;
    this.#sources.set(url, change(await readFile(bundleOf(name), 'utf8')));
    const entry: RegistryEntry = {
      url,
      metadata: { version, integrity: 'sha384-' },
      deployment: { traffic: 100, default: true },
      extras: {
        routes: Object.entries(PAGES).flatMap(([page, owner]) => (owner === name ? [page] : [])),
        release: file,
        server: file,
        contract: CONTRACT_VERSION,
        releasedAt: new Date().toISOString(),
      },
    };
    this.#registry = withRelease(this.#registry, name, entry, { at: new Date().toISOString(), by: 'bench' });
    return { name, entry };
  }

  registry = async (): Promise<Registry> => this.#registry;
  serverBundle = async ({ url }: RegistryEntry): Promise<string> => this.#sources.get(url)!;
}

const bundleOf = (name: string): string => path.join(distOf(name), 'server/routes.mjs');

/** @returns how many limits are exceeded */
export async function rendersInWorkers(): Promise<number> {
  await ensureBuilt([shellTarget, ...remoteTargets], (line) => console.log(`  ${line}`));
  const dataDir = await mkdtemp(path.join(tmpdir(), 'workers-'));
  const api = await startServer(API_PROGRAM, {
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    API_PORT: '0',
    LOG_LEVEL: 'error',
  });
  try {
    const apiUrl = `http://127.0.0.1:${api.port}`;
    const ratios = [...(await pages(apiUrl)), await besideALoop(apiUrl), await memory()];
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

const entryUrl = pathToFileURL(path.join(repositoryRoot, 'shell/dist/server/entry-server.js')).href;
const log = { error: (line: object) => console.error(line), warn: () => {} };

function threadsFor(releases: Releases, { threads = 8, quiet = false } = {}): ReleaseThreads {
  const settings = { threads, memoryMb: 256, nodeEnv: 'production', entry: entryUrl, shellData };
  return new ReleaseThreads(releases, settings, quiet ? { ...log, error: () => {} } : log);
}

function jobFor(page: string, apiUrl: string): PageJob {
  return {
    url: new URL(page, origin),
    form: undefined,
    shellData: Promise.resolve(shellData),
    loaderContext: { apiFetch: (call, init) => fetch(apiUrl + call, init) },
    signal: AbortSignal.timeout(30_000),
  };
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
  /** Of all threads of this process. */
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

/** Memory after a few releases and after many, each of which has rendered. */
async function memory(): Promise<Ratio> {
  const releases = new Releases();
  const renderer = threadsFor(releases, { threads: 4 });
  const megabytes: number[] = [];
  for (let made = 1; made <= RELEASES[1]; made += 1) {
    const release = await releases.add('mf-blog', String(made));
    await renderer.ready(release, 60_000);
    await renderer.render(release, jobFor('/blogDey', 'http://127.0.0.1:1'));
    if (made === RELEASES[0] || made === RELEASES[1]) {
      globalThis.gc?.();
      megabytes.push(process.memoryUsage.rss() / 2 ** 20);
    }
  }
  await renderer.close();
  const [few, many] = megabytes as [number, number];
  console.log(
    `\nmemory: ${few.toFixed(0)} MB after ${RELEASES[0]} releases, ${many.toFixed(0)} MB after ${RELEASES[1]}`,
  );
  return { what: `Memory after ${RELEASES[1]} releases`, ratio: many / few, limit: MEMORY_LIMIT };
}
