/** The mail server is away, refuses for now, refuses for good, is slow; the API that sends is killed. */
import { type MailServer, startMailServer } from '../../../api/test/support/smtp.ts';
import { delay, type Instance, makePlace, type Place, startInstance, until, withDatabase } from './instance.ts';
import { nothingTold, type Told, writeMessage } from './messages.ts';
import { bothDatabases, type Row } from './row.ts';

const ROUNDS = 3;
/** Messages of each fault. */
const EACH = 20;
/** Mails that one worker sends at a time: that many may arrive twice when it is killed. */
const IN_FLIGHT = 5;
const SLOW_MS = 300;
const PATIENCE_MS = 60_000;

export const mailServer: Row = {
  name: 'smtp',
  what: 'SMTP down, 451, 550, slow; the worker killed',
  passesWhen: '0 lost, duplicates ≤ in flight, 550 → dead letter',
  databases: bothDatabases,
  async run(circumstances) {
    const { rounds = ROUNDS, begun } = circumstances;
    const place = await makePlace(circumstances);
    const server = await startMailServer();
    begun.defer(server.down);
    const start = () => startInstance(place, begun, { SMTP_URL: server.url, LOG_LEVEL: 'fatal' });
    let instance = await start();
    const told = nothingTold();

    await write(instance, told);
    await server.down();
    await write(instance, told);
    await delay(500);
    await server.up();
    await emptied(place);

    server.refuseNext(...Array.from({ length: EACH / 2 }, () => ({ code: 451, text: '4.7.1 come back later' })));
    await write(instance, told);
    await emptied(place);

    server.slow(SLOW_MS);
    for (let round = 0; round < rounds; round += 1) {
      await write(instance, told);
      await delay(SLOW_MS * (0.5 + Math.random()));
      await instance.kill();
      instance = await start();
      await emptied(place);
    }
    server.slow(0);
    const arrived = countArrived(server);

    const refusedForGood = 3;
    server.refuseNext(...Array.from({ length: refusedForGood }, () => ({ code: 550, text: '5.1.1 no such user' })));
    for (let n = 0; n < refusedForGood; n += 1)
      await until(async () => (await writeMessage(instance, told)) === 201, PATIENCE_MS);
    await emptied(place);
    const { dead, pending } = await counts(place);

    const sent = told.acknowledged.size - refusedForGood;
    const lost = sent - arrived.different;
    const isFine = lost === 0 && pending === 0 && dead === refusedForGood && told.refused.size === 0;
    return {
      figure:
        `${told.acknowledged.size} acknowledged: ${lost} lost, ${arrived.again} arrived again after ${rounds} kills, ` +
        `${dead} of ${refusedForGood} refused for good are dead letters, ${pending} left`,
      passed: isFine && arrived.again <= rounds * IN_FLIGHT,
    };
  },
};

async function write(instance: Instance, told: Told): Promise<void> {
  await Promise.all(Array.from({ length: EACH }, () => writeMessage(instance, told)));
}

/** Waits until all is sent. What waits for its next attempt, or for the end of a lease, is made due now. */
async function emptied(place: Place): Promise<void> {
  await withDatabase(place, async (db) => {
    let last = performance.now();
    await until(async () => {
      const { pending } = await counts(place);
      if (pending > 0 && performance.now() - last > 2_000) {
        const due = new Date().toISOString();
        await db.updateTable('outbox').set({ nextAttemptAt: due }).where('state', '=', 'pending').execute();
        last = performance.now();
      }
      return pending === 0;
    }, PATIENCE_MS);
  });
}

async function counts(place: Place): Promise<{ dead: number; pending: number }> {
  const rows = await withDatabase(place, (db) => db.selectFrom('outbox').select('state').execute());
  const count = (state: string) => rows.filter((row) => row.state === state).length;
  return { dead: count('dead'), pending: count('pending') };
}

function countArrived({ received }: MailServer): { different: number; again: number } {
  const different = new Set(received.map(({ messageId }) => messageId)).size;
  return { different, again: received.length - different };
}
