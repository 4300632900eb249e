/** Odd requests to each of the API's routes, by the thousand. */
import { residentMegabytes } from '../../processes/resident-memory.ts';
import { repositoryRoot } from '../../workspace/root.ts';
import { OpenConnections } from '../exchange.ts';
import { chanceFrom } from '../random.ts';
import type { OddRequest } from '../requests/request.ts';
import { requestsTo } from '../requests/route-requests.ts';
import { routesFrom } from '../requests/routes.ts';
import { faults } from '../report.ts';
import { type RequestResult, sendAll, type Servers } from '../send.ts';
import { HOP_TOKEN, PAYMENTS_SECRET } from '../stage.ts';
import { REQUEST_ID_HEADER } from '../../../shared/node/http/request-id.ts';
import { HOP_IP_HEADER, HOP_TOKEN_HEADER } from '../../../shared/node/hop.ts';
import { delay, makePlace, PUBLIC_URL, startInstance } from './instance.ts';
import { bothDatabases, type Row } from './row.ts';

/** Requests to each route, in hundreds; as many of them as there is time for, unless a number is asked for. */
const ROUNDS = 100;
const LONGEST_MS = 20 * 60_000;
const AT_ONCE = 32;
/** Those that are never complete only wait. More would fill the queue of connections that the API has yet to accept. */
const WAITING_AT_ONCE = 40;
/**
 * Requests that the API was too busy for are sent again until all are answered, or none was that many times in a row.
 */
const AGAIN = { times: 20, atOnce: 2, afterMs: 500 };
/** Lines of the API's log that are shown with faults. */
const LOG_SHOWN = 20;
const BUSY = /The site is busy|are arriving/;
/** What the API logs when PostgreSQL did not open one more connection in time, as on a machine that has no time to. */
const NOT_CONNECTED = /Connection terminated due to connection timeout|timeout exceeded when trying to connect/;
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
    const instance = await startInstance(place, begun, { LOG_LEVEL: 'error' });
    const description: unknown = JSON.parse((await instance.send('/api/openapi.json')).body);
    const chance = chanceFrom(seed);
    const byRoute = Map.groupBy(requestsTo(routesFrom(description, PAYMENTS_SECRET), 'api'), ({ route }) => route);

    const servers: Servers = {
      port: () => instance.server.port,
      usual: (_target, ip) => ({
        host: 'site.test',
        origin: PUBLIC_URL,
        from: { [HOP_TOKEN_HEADER]: HOP_TOKEN, [HOP_IP_HEADER]: ip },
        session: '',
      }),
      folders: [repositoryRoot, place.dataDir],
    };
    const connections = new OpenConnections();
    begun.defer(() => connections.close());
    const wrong: RequestResult[] = [];
    const count = { sent: 0, again: 0, unheard: 0 };
    const sendRound = async (requests: OddRequest[]): Promise<void> => {
      const { waiting = [], answered = [] } = Object.groupBy(requests, ({ unfinished }) =>
        unfinished ? 'waiting' : 'answered',
      );
      const results = await Promise.all([
        sendAll(answered, servers, chance, { atOnce: AT_ONCE, connections }),
        sendAll(waiting, servers, chance, { atOnce: WAITING_AT_ONCE }),
      ]);
      let outcomes = results.flat();
      count.sent += outcomes.length;
      for (let vain = 0, left = Infinity; ; ) {
        const isLate = (outcome: RequestResult) => outcome.isBusy || wasNotConnected(outcome, instance.log);
        wrong.push(...outcomes.filter((outcome) => outcome.fault && !isLate(outcome)));
        const late = outcomes.filter(isLate);
        const busy = late.map(({ request }) => request);
        if (busy.length === 0) return;
        vain = busy.length < left ? 0 : vain + 1;
        left = busy.length;
        if (vain === AGAIN.times) {
          count.unheard += left;
          const told = new Set(late.map(({ request: { route }, answer }) => `  ${route}: ${answer.body}`));
          return report(['Told again and again:', ...told].join('\n'));
        }
        await delay(AGAIN.afterMs);
        count.again += busy.length;
        outcomes = await sendAll(busy, servers, chance, { atOnce: AGAIN.atOnce });
      }
    };
    const memory: number[] = [];
    const begin = performance.now();
    // A hundred requests to each route, mixed: memory is compared under the same load.
    for (let round = 0; round < rounds && performance.now() - begin < longestMs; round += 1) {
      const hundreds = [...byRoute.values()].flatMap((all) =>
        Array.from({ length: 100 }, (_, n) => all[(round * 100 + n) % all.length]!),
      );
      await sendRound(chance.shuffled(hundreds));
      memory.push(Math.round(residentMegabytes(instance.server.process.pid!)));
      if (round % 10 === 9) report(`  ${count.sent} requests, ${Math.round((performance.now() - begin) / 1000)} s`);
    }
    if (wrong.length > 0) {
      const said = instance.log.filter((line) => !BUSY.test(line)).slice(-LOG_SHOWN);
      report([faults(wrong), 'The API said:', ...said].join('\n'));
    }
    const [then, now] = [memory[Math.floor(memory.length / 3)]!, memory.at(-1)!];
    return {
      figure: [
        `${count.sent} requests to ${byRoute.size} routes: ${wrong.length} faults`,
        `${count.again} sent again to a busy API, ${count.unheard} unanswered; ${then} → ${now} MB`,
      ].join(', '),
      passed: wrong.length === 0 && count.unheard === 0 && instance.isRunning() && now - then <= GROWTH_MAX_MB,
    };
  },
};

/** Whether the API's log gives that reason for just this answer: other reasons for a 503 are faults. */
function wasNotConnected({ answer: { status, headers } }: RequestResult, log: string[]): boolean {
  const id = headers.get(REQUEST_ID_HEADER);
  return status === 503 && id !== undefined && log.some((line) => line.includes(id) && NOT_CONNECTED.test(line));
}
