import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Db } from '../database/schema.ts';
import type { FileStore } from '../files/file-store.ts';
import { isReachable } from '../database/reachable.ts';
import { ProblemError } from '../problem.ts';
import { problems } from './schemas.ts';

const ok = z.object({ status: z.literal('ok') });
const ready = ok.extend({
  /** `away`: object storage does not answer. The API serves everything else, so it stays ready. */
  files: z.enum(['ok', 'away']),
});

/** Not the site's address, at which the shell answers instead. */
const servers = [
  {
    url: 'http://{host}:{port}',
    description: 'The API itself, which visitors do not reach.',
    variables: { host: { default: '127.0.0.1' }, port: { default: '8080' } },
  },
];

interface HealthDependencies {
  db: Db;
  files: FileStore;
  /** Whether the database has been seen to answer and to have this program's tables. */
  isMigrated: () => boolean;
}

/** For the process manager and for monitoring. */
export function healthRoutes({ db, files, isMigrated }: HealthDependencies): FastifyPluginCallbackZod {
  return (app, _options, done) => {
    app.get('/healthz', { schema: { summary: 'Is the process alive?', servers, response: { 200: ok } } }, () => ({
      status: 'ok' as const,
    }));

    app.get(
      '/readyz',
      {
        schema: { summary: 'Can it serve: is the database reachable?', servers, response: { 200: ready, ...problems } },
      },
      async () => {
        const [isThere, state] = await Promise.all([isReachable(db), stateOf(files)]);
        if (isThere && isMigrated()) return { status: 'ok' as const, files: state };
        throw new ProblemError({
          status: 503,
          code: 'unavailable',
          detail: isThere ? 'The database is being migrated.' : 'The database does not answer.',
          headers: { 'retry-after': '2' },
        });
      },
    );
    done();
  };
}

async function stateOf(files: FileStore): Promise<'ok' | 'away'> {
  return await files.check().then(
    () => 'ok' as const,
    () => 'away' as const,
  );
}
