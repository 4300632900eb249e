/** SIGTERM under load: what has begun is answered. */
import { contactCall } from '../../../shared/contracts/contact.ts';
import { postCalls } from '../../../shared/contracts/posts.ts';
import { goodMessage } from '../../../api/test/support/contact.ts';
import { delay, type Instance, makePlace, saysBusy, startInstance } from './instance.ts';
import { lookForMessages, nothingTold } from './messages.ts';
import { bothDatabases, type Row } from './row.ts';

const ROUNDS = 10;
const VISITORS = 24;

export const stop: Row = {
  name: 'sigterm',
  what: 'SIGTERM under load',
  passesWhen: '0 failed of those in flight, status 0',
  databases: bothDatabases,
  async run(circumstances) {
    const { rounds = ROUNDS, begun } = circumstances;
    const place = await makePlace(circumstances);
    const told = nothingTold();
    let [inFlight, answered, badEnds] = [0, 0, 0];
    /** By status; 0 for no answer. */
    const failures = new Map<number, number>();
    for (let round = 0; round < rounds; round += 1) {
      const instance = await startInstance(place, begun);
      const stopping = { at: Infinity };
      const visitors = Array.from({ length: VISITORS }, async (_, n) => {
        for (;;) {
          const begin = performance.now();
          const answer = await ask(instance, n);
          const { status, body } = answer;
          if (status === 201 && n % 2 === 0) told.acknowledged.add((JSON.parse(body) as { id: string }).id);
          const isFine = status === 200 || status === 201 || saysBusy(answer);
          if (isFine) answered += 1;
          if (begin < stopping.at && performance.now() > stopping.at) inFlight += 1;
          // What begins after the signal may be refused a connection, but nothing else.
          if (!isFine && (begin < stopping.at || status !== 0)) failures.set(status, (failures.get(status) ?? 0) + 1);
          if (!isFine) return;
        }
      });
      await delay(300 + Math.random() * 200);
      stopping.at = performance.now();
      instance.server.process.kill('SIGTERM');
      await Promise.all(visitors);
      if ((await instance.server.exited) !== 0) badEnds += 1;
    }
    const failed = [...failures.values()].reduce((sum, count) => sum + count, 0);
    const how = [...failures].map(([status, count]) => `${count} × ${status}`).join(', ');
    const { lost } = await lookForMessages(place, told);
    return {
      figure:
        `${rounds} stops, ${answered} answered, ${inFlight} in flight: ${failed} failed${how && ` (${how})`}, ` +
        `${lost} lost; ${badEnds} ended with another status than 0`,
      passed: failed + lost + badEnds === 0 && inFlight >= rounds,
    };
  },
};

const ask = (instance: Instance, n: number) =>
  n % 2 === 0 ? instance.send(contactCall, goodMessage) : instance.send(postCalls.post(1));
