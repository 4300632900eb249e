import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Db } from '../database/schema.ts';
import { isReachable } from '../database/reachable.ts';
import { ProblemError } from '../problem.ts';
import { problems } from './schemas.ts';

const ok = z.object({ status: z.literal('ok') });

interface HealthDependencies {
  db: Db;
  /** Whether the database has been seen, with this program's tables. */
  isMigrated: () => boolean;
}

/** For the process manager and for monitoring. */
export function healthRoutes({ db, isMigrated }: HealthDependencies): FastifyPluginCallbackZod {
  return (app, _options, done) => {
    app.get('/healthz', { schema: { summary: 'Is the process alive?', response: { 200: ok } } }, () => ({
      status: 'ok' as const,
    }));

    app.get(
      '/readyz',
      { schema: { summary: 'Can it serve: is the database reachable?', response: { 200: ok, ...problems } } },
      async () => {
        if (isMigrated() && (await isReachable(db))) return { status: 'ok' as const };
        throw new ProblemError({
          status: 503,
          code: 'unavailable',
          detail: 'The database does not answer.',
          headers: { 'retry-after': '2' },
        });
      },
    );
    done();
  };
}
