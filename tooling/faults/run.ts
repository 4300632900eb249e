/** One run on one database. */
import { chanceFrom } from './random.ts';
import { faults, table } from './report.ts';
import { chosen, type OddRequest } from './requests/request.ts';
import { requestsTo } from './requests/route-requests.ts';
import { protocolRequests } from './requests/protocol-requests.ts';
import { routesFrom } from './requests/routes.ts';
import { sendAll } from './send.ts';
import { siteRoutes } from './requests/site-routes.ts';
import { type DatabaseName, PAYMENTS_SECRET, setStage, type Stage } from './stage.ts';

/** How much more a server may hold in memory at the end than after the first third, in MB. */
const GROWTH_MAX = 150;
/** How the requests are shared out: straight to the API, to the API by way of the site, and to the site itself. */
const SHARES = { api: 0.5, through: 0.2, site: 0.3 };

interface Run {
  database: DatabaseName;
  requests: number;
  seed: number;
  report: (line: string) => void;
}

/** @returns how much was wrong */
export async function faultRun({ database, requests: count, seed, report }: Run): Promise<number> {
  const stage = await setStage(database);
  try {
    const chance = chanceFrom(seed);
    const description: unknown = await (await fetch(`${stage.origin}/api/openapi.json`)).json();
    const routes = routesFrom(description, PAYMENTS_SECRET);
    const own = await siteRoutes(stage.origin, stage.session);
    const some = (share: number, all: OddRequest[]) => chosen(all, Math.ceil(count * share), chance);
    const requests = chance.shuffled([
      ...some(SHARES.api, [...requestsTo(routes, 'api'), ...protocolRequests('api', '/healthz')]),
      ...some(SHARES.through, requestsTo(routes, 'site')),
      ...some(SHARES.site, [...requestsTo(own, 'site'), ...protocolRequests('site', '/about')]),
    ]);
    report(
      `${database}: ${requests.length} odd requests to ${routes.length} routes of the API and ${own.length} pages, forms and files of the site, seed ${seed}`,
    );

    const third = Math.floor(requests.length / 3);
    let before = stage.memory();
    const outcomes = await sendAll(requests, stage, chance, {
      after: (done) => done === third && (before = stage.memory()),
    });
    report(table(outcomes));
    const wrong = faults(outcomes);
    if (wrong) report(`\nFaults on ${database}, to repeat with --seed ${seed}:\n${wrong}`);
    return outcomes.filter(({ fault }) => fault).length + (await wrongAfterwards(stage, before, report));
  } finally {
    await stage.stop();
  }
}

async function wrongAfterwards(
  stage: Stage,
  before: Record<string, number>,
  report: (line: string) => void,
): Promise<number> {
  const gone = stage.gone();
  for (const name of gone) report(`The ${name} has ended.`);
  let wrong = gone.length;
  for (const [name, now] of Object.entries(stage.memory())) {
    const grown = now - (before[name] ?? 0);
    report(`${name}: ${before[name]} MB after a third of the requests, ${now} MB at the end`);
    if (grown > GROWTH_MAX) wrong += 1;
  }
  try {
    await stage.journey();
    report('Afterwards a visitor registers, logs in, writes to the company and publishes a post.');
  } catch (error) {
    report(`Afterwards a visitor's journey fails: ${String(error)}`);
    wrong += 1;
  }
  return wrong;
}
