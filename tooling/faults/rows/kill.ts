/** The API is killed while it writes. */
import { delay, makePlace, startInstance } from './instance.ts';
import { lookForMessages, nothingTold, writeWhile } from './messages.ts';
import { bothDatabases, type Row } from './row.ts';

const ROUNDS = 100;
/** Messages of each round that are acknowledged before the kill. */
const EACH = 20;
/** The kill then comes at any moment within this time, in milliseconds. */
const CHANCE_MS = 40;

export const kill: Row = {
  name: 'kill',
  what: 'kill -9 of the API under write load',
  passesWhen: '0 acknowledged lost, 0 without mail',
  databases: bothDatabases,
  async run(circumstances) {
    const { rounds = ROUNDS, begun } = circumstances;
    const place = await makePlace(circumstances);
    const told = nothingTold();
    for (let round = 0; round < rounds; round += 1) {
      const instance = await startInstance(place, begun);
      const before = told.acknowledged.size;
      const enough = Promise.withResolvers<void>();
      const writing = writeWhile(instance, told, () => {
        if (told.acknowledged.size - before >= EACH) enough.resolve();
        return true;
      });
      await Promise.race([enough.promise, writing]);
      await delay(Math.random() * CHANCE_MS);
      await instance.kill();
      await writing;
    }
    const { lost, withoutMail } = await lookForMessages(place, told);
    return {
      figure: `${rounds} kills, ${told.acknowledged.size} acknowledged: ${lost} lost, ${withoutMail} without mail`,
      passed: lost === 0 && withoutMail === 0 && told.acknowledged.size >= rounds * EACH,
    };
  },
};
