/**
 * How much memory the servers hold after a while of visits: `npm run bench -- --memory --minutes N`, on both databases
 * in turns. Pages that are kept and pages that are rendered each time, posts, lists, URLs that lead nowhere, messages
 * that are stored.
 */
import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { goodMessage } from '../../api/test/support/contact.ts';
import { contactCall } from '../../shared/contracts/contact.ts';
import { postCalls } from '../../shared/contracts/posts.ts';
import { ensureBuilt, siteTargets } from '../build/ensure-built.ts';
import { startPostgres } from '../postgres/start-postgres.ts';
import { startSite, type Site } from '../site/start-site.ts';
import { SECRET } from './load.ts';
import { pagesOf } from './pages-of-site.ts';

const LIMITS_MB = { api: 200, shell: 300 };
const VISITORS = 12;
/** Between an answer and the next request of a visitor, in milliseconds. */
const PAUSE_MS = 5;
const REPORTS = 6;
/** Posts that every new site has. */
const POSTS = [1, 2, 3, 4, 5];

interface Visit {
  path: string;
  /** Absent where any status below 500 will do: some pages are opened without the link that they need. */
  status?: number;
  body?: string;
}

/** Prints the figures as they grow. @param minutes for each database @returns how many limits are exceeded */
export async function memoryUnderLoad(minutes: number): Promise<number> {
  if (process.platform !== 'linux') throw new Error('Memory is read from /proc, which only Linux has.');
  await ensureBuilt(siteTargets, (line) => console.log(`  ${line}`));
  await using begun = new AsyncDisposableStack();
  const postgres = await startPostgres();
  begun.defer(postgres.stop);
  let exceeded = 0;
  for (const [database, url] of [
    ['SQLite', ''],
    ['PostgreSQL', postgres.url],
  ] as const) {
    // The mails stay unsent. The second start has what the first one compiled.
    const env = {
      DATABASE_URL: url,
      SESSION_SECRET: SECRET,
      SMTP_URL: 'smtp://127.0.0.1:1',
    };
    await (await startSite({ env })).stop();
    const site = await startSite({ env });
    begun.defer(site.stop);
    console.log(`\n${database}: resident memory in MB, of it on its own (the rest is Node's program, which all share)`);
    await visitFor(site, minutes * 60_000);
    for (const [name, held] of Object.entries({ api: memoryOf(site.api()!), shell: memoryOf(site.shell) })) {
      const limit = LIMITS_MB[name as keyof typeof LIMITS_MB];
      const isMet = held.all < limit;
      console.log(
        `${isMet ? 'met   ' : 'MISSED'}  ${name}, ${database}`.padEnd(40),
        `${held.all.toFixed(0)} MB  < ${limit}`,
      );
      exceeded += isMet ? 0 : 1;
    }
    await site.stop();
  }
  return exceeded;
}

async function visitFor(site: Site, ms: number): Promise<void> {
  const visits = await visitsTo(site);
  const agent = new Agent({ keepAlive: true, maxSockets: VISITORS });
  const end = performance.now() + ms;
  let answered = 0;
  const visitor = async (): Promise<void> => {
    while (performance.now() < end) {
      const { path, status, body } = visits();
      const got = await answerOf(site.url + path, agent, body);
      // A busy machine turns visitors away, and limits count all of these as one visitor.
      const isExpected = status === undefined ? got < 500 : got === status;
      if (!isExpected && ![429, 503].includes(got)) throw new Error(`${path} was answered with ${got}.`);
      answered += 1;
      await delay(PAUSE_MS);
    }
  };
  const report = async (): Promise<void> => {
    for (let each = 1; each <= REPORTS; each += 1) {
      await delay(ms / REPORTS);
      const [api, shell] = [site.api()!, site.shell].map(memoryOf) as [Memory, Memory];
      const figures = [api, shell].map(({ all, own }) => `${all.toFixed(0)} (${own.toFixed(0)})`);
      console.log(`  ${String(answered).padStart(8)} answers   API ${figures[0]}   shell ${figures[1]}`);
    }
  };
  await Promise.all([report(), ...Array.from({ length: VISITORS }, visitor)]);
  agent.destroy();
}

/** @returns what to visit next: of ten, five kept pages, two that nobody keeps, two calls of the API, and a message */
async function visitsTo(site: Site): Promise<() => Visit> {
  const pages = [
    ...(await pagesOf(
      site,
      POSTS.map((id) => `/post/${id}`),
    )),
  ];
  const any = <Item>(items: readonly Item[]): Item => items[randomInt(items.length)]!;
  let made = 0;
  return () => {
    const turn = (made += 1) % 10;
    if (turn === 0) return { path: contactCall, status: 201, body: JSON.stringify(goodMessage) };
    if (turn === 1) return { path: `/post/${randomInt(1_000, 1_000_000)}`, status: 404 };
    if (turn === 2) return { path: `/nowhere/${made}`, status: 404 };
    if (turn < 5) return { path: postCalls.post(any(POSTS)), status: 200 };
    return { path: any(pages) };
  };
}

function answerOf(url: string, agent: Agent, body: string | undefined): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { 'accept-encoding': 'br', ...(body !== undefined && { 'content-type': 'application/json' }) };
    const outgoing = request(url, { agent, method: body === undefined ? 'GET' : 'POST', headers }, (response) => {
      response.on('error', reject).on('end', () => resolve(response.statusCode ?? 0));
      response.resume();
    });
    outgoing.on('error', reject).end(body);
  });
}

interface Memory {
  /** In megabytes. */
  all: number;
  own: number;
}

function memoryOf({ process }: Site['shell']): Memory {
  const status = readFileSync(`/proc/${process.pid}/status`, 'utf8');
  const megabytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]) / 1024;
  return { all: megabytes('VmRSS'), own: megabytes('RssAnon') };
}
