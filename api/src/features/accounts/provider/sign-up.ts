/** Better Auth makes an account in a transaction that only its database adapter sees: here more is done in it. */
import type { kyselyAdapter } from '@better-auth/kysely-adapter';
import type { Db } from '../../../database/schema.ts';
import { lockEmail } from '../registrations/registration-repository.ts';

type Adapter = ReturnType<ReturnType<typeof kyselyAdapter>>;

interface Creation {
  model: string;
  data: Record<string, unknown>;
}

export interface SignUp {
  transaction: <Result>(work: (tx: Db) => Promise<Result>) => Promise<Result>;
  /** Runs at the end of the transaction that makes an account: if it fails, there is no account. */
  complete: (tx: Db, user: { email: string }) => Promise<void>;
}

/** @param within the same adapter on a transaction */
export function completingSignUp(
  adapter: Adapter,
  within: (tx: Db) => Adapter,
  { transaction, complete }: SignUp,
): Adapter {
  return {
    ...adapter,
    transaction: (work) =>
      transaction(async (tx) => {
        const inside = within(tx);
        const users: { email: string }[] = [];
        const create: Adapter['create'] = async (given) => {
          const made = await alreadyMade(tx, inside, given);
          if (made) return made as never;
          if (given.model === 'user') users.push({ email: String(given.data['email']) });
          return await inside.create(given);
        };
        const result = await work({ ...inside, create });
        for (const user of users) await complete(tx, user);
        return result;
      }),
  };
}

/** What the same person's sign-in from another browser has made since Better Auth looked. */
async function alreadyMade(tx: Db, inside: Adapter, { model, data }: Creation): Promise<object | null> {
  const same = (...fields: string[]) => ({
    model,
    where: fields.map((field) => ({ field, value: String(data[field]) })),
  });
  if (model === 'account') return await inside.findOne<object>(same('providerId', 'accountId', 'userId'));
  if (model !== 'user') return null;
  await lockEmail(tx, String(data['email']));
  const user = await inside.findOne<{ emailVerified: boolean }>(same('email'));
  return user?.emailVerified ? user : null;
}
