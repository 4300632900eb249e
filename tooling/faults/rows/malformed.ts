/** Odd requests to each of the API's routes, by the thousand. */
import { execFileSync } from 'node:child_process';
import { repositoryRoot } from '../../workspace/root.ts';
import { chanceFrom } from '../random.ts';
import { requestsTo } from '../requests/route-requests.ts';
import { routesFrom } from '../requests/routes.ts';
import { faults } from '../report.ts';
import { type RequestResult, sendAll, type Servers } from '../send.ts';
import { PAYMENTS_SECRET } from '../stage.ts';
import { HOP_IP_HEADER, HOP_TOKEN_HEADER, hopToken } from '../../../shared/node/hop.ts';
import { makePlace, PUBLIC_URL, SECRET, startInstance } from './instance.ts';
import { bothDatabases, type Row } from './row.ts';

/** Requests to each route, in hundreds; as many of them as there is time for, unless a number is asked for. */
const ROUNDS = 100;
const LONGEST_MS = 20 * 60_000;
/** Many of them are never complete, and are waited for. */
const AT_ONCE = 24;
/** How much more memory the API may hold at the end than after the first third, in MB. */
const GROWTH_MAX_MB = 50;

export const malformed: Row = {
  name: 'malformed',
  what: '10,000 malformed requests to each route, or 20 minutes of them',
  passesWhen: '0 answers of 5xx, no stack trace, memory flat',
  databases: bothDatabases,
  async run(circumstances) {
    const { rounds = ROUNDS, seed, begun, report } = circumstances;
    const longestMs = circumstances.rounds === undefined ? LONGEST_MS : Infinity;
    const place = await makePlace(circumstances);
    const instance = await startInstance(place, begun, { LOG_LEVEL: 'fatal' });
    const description: unknown = JSON.parse((await instance.send('/api/openapi.json')).body);
    const chance = chanceFrom(seed);
    const byRoute = Map.groupBy(requestsTo(routesFrom(description, PAYMENTS_SECRET), 'api'), ({ route }) => route);
    const servers: Servers = {
      port: () => instance.server.port,
      usual: (_target, ip) => ({
        host: 'site.test',
        origin: PUBLIC_URL,
        from: { [HOP_TOKEN_HEADER]: hopToken(SECRET), [HOP_IP_HEADER]: ip },
        session: '',
      }),
      folders: [repositoryRoot, place.dataDir],
    };
    const wrong: RequestResult[] = [];
    let sent = 0;
    let busy = 0;
    const memory: number[] = [];
    const begin = performance.now();
    // All routes in turns, a hundred requests each: memory is compared under the same load.
    for (let round = 0; round < rounds && performance.now() - begin < longestMs; round += 1) {
      for (const all of byRoute.values()) {
        const hundred = chance.shuffled(Array.from({ length: 100 }, (_, n) => all[(round * 100 + n) % all.length]!));
        const outcomes = await sendAll(hundred, servers, chance, { atOnce: AT_ONCE });
        sent += outcomes.length;
        busy += outcomes.filter(({ isBusy }) => isBusy).length;
        wrong.push(...outcomes.filter(({ fault }) => fault));
      }
      memory.push(residentMegabytes(instance.server.process.pid!));
      if (round % 20 === 19) report(`  ${sent} requests, ${Math.round((performance.now() - begin) / 1000)} s`);
    }
    if (wrong.length > 0) report(faults(wrong));
    const [then, now] = [memory[Math.floor(memory.length / 3)]!, memory.at(-1)!];
    return {
      figure: `${sent} requests to ${byRoute.size} routes: ${wrong.length} faults, ${busy} told busy; ${then} → ${now} MB`,
      passed: wrong.length === 0 && instance.isRunning() && now - then <= GROWTH_MAX_MB,
    };
  },
};

function residentMegabytes(id: number): number {
  return Math.round(Number(execFileSync('ps', ['-o', 'rss=', '-p', String(id)], { encoding: 'utf8' }).trim()) / 1024);
}
