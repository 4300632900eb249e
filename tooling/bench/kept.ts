/** Whether a kept page costs the server no more than the same bytes as a file: `npm run bench -- --kept`. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ensureBuilt, siteTargets } from '../build/ensure-built.ts';
import { startSite, type Site } from '../site/start-site.ts';
import { repositoryRoot } from '../workspace/root.ts';
import { median } from './statistics.ts';

const PAGES = ['/', '/blogDey', '/contact'];
/** Requests in a row, and how often page and file take turns. */
const REQUESTS = 3_000;
const TURNS = 5;
const CONNECTIONS = 16;
/** How often a page is requested until it is compressed at its best. */
const TRIES = 50;

/** The fewest answers in the processor time of one with the file, and the fewest pages in a second of such time. */
const LIMITS = { page: 0.8, notModified: 0.9, perSecond: 3_000 };

/** The shell's assets: files written there are served as they are. */
const assets = path.join(repositoryRoot, 'shell', 'dist', 'client', 'assets');

interface Cost {
  /** Processor time of the server for one request, in microseconds. */
  cpu: number;
  /** Requests a second. */
  perSecond: number;
}

/** Prints a table. @returns how many limits are exceeded */
export async function keptPages(): Promise<number> {
  if (process.platform !== 'linux') throw new Error('Processor time is read from /proc, which only Linux has.');
  await ensureBuilt(siteTargets, (line) => console.log(`  ${line}`));
  // The shell only knows the files that its build has at the start.
  await Promise.all([fileNamed(), `${fileNamed()}.br`].map((file) => writeFile(file, '')));
  const site = await startSite({ env: { LOG_LEVEL: 'warn' } });
  const stop = async (): Promise<void> => {
    await site.stop();
    await rm(fileNamed(), { force: true });
    await rm(`${fileNamed()}.br`, { force: true });
  };
  const interrupted = (): void => void stop().finally(() => process.exit(1));
  process.once('SIGINT', interrupted);
  process.once('SIGTERM', interrupted);
  try {
    console.log(
      `${TURNS} times ${REQUESTS} requests of each, in turns. Medians; µs are the server's processor time.\n`,
    );
    console.log(line('', 'bytes', 'kept, µs', 'file, µs', 'ratio', '304, µs', 'file, µs', 'ratio', 'kept/s', 'file/s'));
    let exceeded = 0;
    for (const page of PAGES) exceeded += await comparePage(site, page);
    console.log(exceeded > 0 ? `\n${exceeded} limits are exceeded.` : '\nEvery limit is kept.');
    return exceeded;
  } finally {
    process.off('SIGINT', interrupted);
    process.off('SIGTERM', interrupted);
    await stop();
  }
}

const fileNamed = (): string => path.join(assets, `bench-${process.pid}.html`);

async function comparePage(site: Site, page: string): Promise<number> {
  const best = await bestOf(site.url + page);
  await writeFile(fileNamed(), '');
  await writeFile(`${fileNamed()}.br`, best.body);
  const urls = { page: site.url + page, file: `${site.url}/assets/${path.basename(fileNamed())}` };
  const file = await get(urls.file);
  if (!file.body.equals(best.body)) throw new Error(`${urls.file} is not what ${page} is.`);
  const headers = { page: { 'if-none-match': best.etag }, file: { 'if-none-match': file.etag } };

  const costs: Record<'page' | 'file' | 'page304' | 'file304', Cost[]> = {
    page: [],
    file: [],
    page304: [],
    file304: [],
  };
  for (let turn = -1; turn < TURNS; turn += 1) {
    const round = {
      page: await costOf(site, urls.page, 200),
      file: await costOf(site, urls.file, 200),
      page304: await costOf(site, urls.page, 304, headers.page),
      file304: await costOf(site, urls.file, 304, headers.file),
    };
    // The first round warms up.
    if (turn >= 0) for (const [kind, cost] of Object.entries(round)) costs[kind as keyof typeof costs].push(cost);
  }
  const cpu = (kind: keyof typeof costs) => median(costs[kind].map((cost) => cost.cpu));
  const ratio = (kind: 'page' | 'page304', than: 'file' | 'file304') =>
    median(costs[than].map((cost, turn) => cost.cpu / costs[kind][turn]!.cpu));
  const perSecond = (kind: keyof typeof costs) => median(costs[kind].map((cost) => cost.perSecond));
  const [made, known] = [ratio('page', 'file'), ratio('page304', 'file304')];
  const figures = [
    [best.body.length, 0],
    [cpu('page'), 0],
    [cpu('file'), 0],
    [made, 2],
    [cpu('page304'), 0],
    [cpu('file304'), 0],
    [known, 2],
    [perSecond('page'), 0],
    [perSecond('file'), 0],
  ] as const;
  console.log(line(page, ...figures.map(([figure, decimals]) => figure.toFixed(decimals))));
  return [made < LIMITS.page, known < LIMITS.notModified, cpu('page') > 1_000_000 / LIMITS.perSecond].filter(Boolean)
    .length;
}

const line = (name: string, ...cells: string[]): string =>
  name.padEnd(12) + cells.map((cell) => cell.padStart(10)).join('');

/** The page as it is once its best compression is done. */
async function bestOf(url: string): Promise<Awaited<ReturnType<typeof get>>> {
  let best = await get(url);
  for (let time = 0; time < TRIES; time += 1) {
    await delay(20);
    const next = await get(url);
    if (next.body.length < best.body.length) return next;
    best = next;
  }
  return best;
}

async function costOf(site: Site, url: string, status: number, headers: Record<string, string> = {}): Promise<Cost> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  let left = REQUESTS;
  const visitor = async (): Promise<void> => {
    while (left-- > 0) {
      const answer = await get(url, { agent, headers });
      if (answer.status !== status) throw new Error(`${url} was answered with ${answer.status}, not ${status}.`);
    }
  };
  const [cpu, begun] = [await processorTime(site), performance.now()];
  await Promise.all(Array.from({ length: CONNECTIONS }, visitor));
  const seconds = (performance.now() - begun) / 1000;
  const used = (await processorTime(site)) - cpu;
  agent.destroy();
  return { cpu: used / REQUESTS, perSecond: REQUESTS / seconds };
}

function get(
  url: string,
  { agent, headers = {} }: { agent?: Agent; headers?: Record<string, string> } = {},
): Promise<{ status: number; body: Buffer; etag: string }> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      url,
      { ...(agent && { agent }), headers: { ...headers, 'accept-encoding': 'br' } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const { statusCode: status = 0, headers } = response;
          resolve({ status, body: Buffer.concat(chunks), etag: headers.etag ?? '' });
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end();
  });
}

/** Processor time of the shell's process so far, in microseconds. Linux counts hundredths of a second. */
async function processorTime({ shell }: Site): Promise<number> {
  const stat = await readFile(`/proc/${shell.process.pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}
