/** PostgreSQL is killed, answers slowly, and comes back. */
import { startPostgres } from '../../postgres/start-postgres.ts';
import { delay, type Instance, startInstance, until } from './instance.ts';
import { lookForMessages, nothingTold, type Told, writeMessage, writeWhile } from './messages.ts';
import { makePlace } from './instance.ts';
import type { Row } from './row.ts';
import { startSlowLine } from './slow-line.ts';

const ROUNDS = 5;
/** How soon the API must be ready after the database accepts connections. */
const READY_MS = 2_000;
const PATIENCE_MS = 30_000;
/** How long each outage lasts, and how long the line is slow. */
const OUTAGE_MS = 1_000;
/** Each way: a message takes about ten round trips. */
const SLOW_MS = 20;
/** Longer than the API waits for a connection or an answer. */
const FROZEN_MS = 14_000;

export const postgresAway: Row = {
  name: 'postgres',
  what: 'PostgreSQL killed, restarted, slow, frozen',
  passesWhen: '0 lost, ready within 2 s, API stays',
  databases: ['postgres'],
  async run(circumstances) {
    const { rounds = ROUNDS, begun } = circumstances;
    const postgres = await startPostgres();
    begun.defer(postgres.stop);
    const place = await makePlace({ ...circumstances, postgres: () => Promise.resolve(postgres) });
    const line = await startSlowLine(Number(new URL(postgres.url).port));
    begun.defer(line.stop);
    const url = new URL(place.url!);
    url.port = String(line.port);
    const instance = await startInstance({ ...place, url: url.href }, begun);
    const told = nothingTold();
    let unclear = 0;

    const waits: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const writing = writeFor(instance, told, 2 * OUTAGE_MS);
      await delay(OUTAGE_MS / 2);
      await postgres.kill();
      if (!(await saysAway(instance))) unclear += 1;
      await delay(OUTAGE_MS);
      await postgres.restart();
      waits.push(await until(() => isReady(instance), PATIENCE_MS));
      await writing;
    }

    line.delay(SLOW_MS);
    const before = told.acknowledged.size;
    await writeFor(instance, told, 3 * OUTAGE_MS);
    const slowly = told.acknowledged.size - before;
    line.delay(0);

    const writing = writeFor(instance, told, FROZEN_MS);
    await delay(OUTAGE_MS / 2);
    line.delay(Infinity);
    await delay(FROZEN_MS);
    line.drop();
    waits.push(await until(() => isReady(instance), PATIENCE_MS));
    await writing;
    if ((await writeMessage(instance, told)) !== 201) unclear += 1;

    const { lost, withoutMail } = await lookForMessages(place, told);
    const wrong = [...told.refused].filter(([status]) => status !== 503).reduce((sum, [, count]) => sum + count, 0);
    const longest = Math.max(...waits);
    return {
      figure:
        `${told.acknowledged.size} acknowledged, ${slowly} of them slowly: ${lost} lost, ${withoutMail} without mail; ` +
        `ready after at most ${Math.round(longest)} ms; ${told.refused.get(503) ?? 0} × 503, ${wrong} × anything else` +
        (unclear > 0 ? `; ${unclear} times it did not say how it was` : ''),
      passed: lost + withoutMail + wrong + unclear === 0 && longest <= READY_MS && slowly > 0 && instance.isRunning(),
    };
  },
};

async function writeFor(instance: Instance, told: Told, ms: number): Promise<void> {
  const end = performance.now() + ms;
  await writeWhile(instance, told, () => performance.now() < end);
}

const isReady = async (instance: Instance): Promise<boolean> => (await instance.send('/readyz')).status === 200;

async function saysAway(instance: Instance): Promise<boolean> {
  const [ready, alive] = await Promise.all([instance.send('/readyz'), instance.send('/healthz')]);
  return ready.status === 503 && alive.status === 200;
}
