/** The API's program: reads the environment, starts, and says in words why it cannot. */
import { EnvError } from 'shared/node/env';
import { NewerDatabaseError } from './database/migrate.ts';
import { MovedDatabaseError } from './database/moved.ts';
import { unusableDatabase } from './database/problem.ts';
import { readApiEnv } from './env.ts';
import { startApi } from './start.ts';

try {
  await startApi(readApiEnv());
} catch (error) {
  if ([EnvError, MovedDatabaseError, NewerDatabaseError].some((kind) => error instanceof kind))
    console.error(`API: ${(error as Error).message}`);
  else {
    const unusable = unusableDatabase(error);
    console.error(unusable === undefined ? error : `API: ${unusable}`);
  }
  process.exit(1);
}
