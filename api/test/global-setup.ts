/** One PostgreSQL for the whole run; test files make databases of their own in it. */
import type { TestProject } from 'vitest/node';
import { startPostgres } from '../../tooling/postgres/start-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of a database whose user may create others. */
    postgresUrl: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // What survives a crash of the machine is not tested here; what survives a kill needs no disk.
  const postgres = await startPostgres({ fsync: 'off', full_page_writes: 'off' });
  project.provide('postgresUrl', postgres.url);
  return postgres.stop;
}
