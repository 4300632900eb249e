/** Guesses at one account's password, each from another IP address. */
import { accountCalls } from '../../../shared/contracts/account.ts';
import { type Instance, makePlace, startInstance, withDatabase } from './instance.ts';
import { addMember } from './redemptions.ts';
import { bothDatabases, type Row } from './row.ts';

/** Hundreds of guesses. */
const ROUNDS = 100;
const AT_ONCE = 20;
/** Guesses in ten minutes that may reach the hash. */
const THROUGH_MAX = 10;
const TEN_MINUTES_MS = 10 * 60_000;
/** Guesses of the control, in which nothing counts them. */
const UNCOUNTED = 30;
const email = 'ada@example.com';

export const guessing: Row = {
  name: 'guessing',
  what: '10,000 guesses at one password from many addresses',
  passesWhen: `≤ ${THROUGH_MAX} in 10 minutes reach the hash; uncounted all do`,
  databases: bothDatabases,
  async run(circumstances) {
    const { rounds = ROUNDS, begun } = circumstances;
    const place = await makePlace(circumstances);
    const instance = await startInstance(place, begun);
    await withDatabase(place, (db) => addMember(db, email));

    const begin = performance.now();
    let next = 0;
    const statuses: number[] = [];
    const guesser = async () => {
      while ((next += 1) <= rounds * 100) statuses.push(await guess(instance));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, guesser));
    const spans = Math.ceil((performance.now() - begin) / TEN_MINUTES_MS);
    const through = statuses.filter((status) => status === 401).length;
    const other = statuses.filter((status) => status !== 401 && status !== 429).length;

    let uncounted = 0;
    await withDatabase(place, async (db) => {
      for (let n = 0; n < UNCOUNTED; n += 1) {
        await db.deleteFrom('attempts').execute();
        if ((await guess(instance)) === 401) uncounted += 1;
      }
    });
    return {
      figure: `${through} of ${statuses.length} reached the hash, ${other} other answers; control: ${uncounted} of ${UNCOUNTED}`,
      passed: through <= THROUGH_MAX * spans && other === 0 && uncounted > THROUGH_MAX,
    };
  },
};

const guess = async (instance: Instance): Promise<number> =>
  (await instance.send(accountCalls.login, { email, password: 'not the right one' })).status;
