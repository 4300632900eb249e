/** What the database says while Better Auth works: its plugin for passkeys catches that, and refuses the passkey. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { answeredProblem } from '../../database/problem.ts';

const noted = new AsyncLocalStorage<{ failure?: unknown }>();

/** Runs `work`. If it ends with an error because the database is away or full, throws what the database said. */
export async function exposingDatabase<Result>(work: () => Promise<Result>): Promise<Result> {
  const seen: { failure?: unknown } = {};
  try {
    return await noted.run(seen, work);
  } catch (error) {
    throw seen.failure ?? error;
  }
}

/** The same for work that ends well whatever happens. @param hasFailed whether its result means a failure */
export async function exposingDatabaseIf<Result>(
  hasFailed: (result: Result) => boolean,
  work: () => Promise<Result>,
): Promise<Result> {
  const seen: { failure?: unknown } = {};
  const result = await noted.run(seen, work);
  if (seen.failure !== undefined && hasFailed(result)) throw seen.failure;
  return result;
}

/** The adapter, which notes failures of the database for {@link exposingDatabase}. */
export function noting<Adapter extends object>(adapter: Adapter): Adapter {
  return new Proxy(adapter, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return (...given: unknown[]) => {
        const result: unknown = Reflect.apply(value, target, given);
        return result instanceof Promise ? result.catch(noteAndThrow) : result;
      };
    },
  });
}

function noteAndThrow(error: unknown): never {
  const seen = noted.getStore();
  if (seen && answeredProblem(error)) seen.failure = error;
  throw error;
}
