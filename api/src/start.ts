/** Starts the API: database, outbox, HTTP. Stops in the reverse order. */
import { join } from 'node:path';
import { makePrivate, makePrivateFolder } from 'shared/node/private-folder';
import { sessionSecret } from 'shared/node/secret';
import { serve } from 'shared/node/serve';
import { createApp } from './app.ts';
import { fillingTokens } from './features/accounts/mailed-token.ts';
import { kindOf } from './database/kind.ts';
import { migrate } from './database/migrate.ts';
import { openDatabase } from './database/open.ts';
import { databaseProblem } from './database/problem.ts';
import type { Db } from './database/schema.ts';
import type { Env } from './env.ts';
import { createLog } from './log.ts';
import { startHousekeeping } from './retention/housekeeping.ts';
import { fileTransport, smtpTransport } from './mail/transport.ts';
import { Mailer } from './mail/mailer.ts';
import { mailWaitingReports } from './features/posts/watching.ts';
import { type OutboxWorker, startOutboxWorker } from './mail/outbox-worker.ts';

/** How long the database may take to appear when both start together. */
const DATABASE_PATIENCE_MS = 30_000;
const DATABASE_RETRY_MS = 500;

/** @param clock the referral programme's, for tests */
export async function startApi(env: Env, { clock }: { clock?: () => number } = {}): Promise<void> {
  const log = createLog(env.LOG_LEVEL);
  makePrivateFolder(env.DATA_DIR);
  const readable = makePrivate(env.DATA_DIR);
  if (readable.length > 0)
    log.warn({ paths: readable.slice(0, 10) }, 'other users of this machine can read what is kept here');
  const uploads = join(env.DATA_DIR, 'uploads');
  const mails = join(env.DATA_DIR, 'mail');
  let worker: OutboxWorker | undefined;
  const db = openDatabase({
    dataDir: env.DATA_DIR,
    url: env.DATABASE_URL,
    onError: (error) => log.warn({ error: error.message }, 'a database connection broke'),
  });
  const secret = sessionSecret({ given: env.SESSION_SECRET, dataDir: env.DATA_DIR });
  const app = await createApp({
    db,
    env,
    secret,
    uploads,
    mails,
    wakeOutbox: () => worker?.wake(),
    ...(clock ? { clock } : {}),
    log,
  });

  const applied = await migrateWhenReachable(db, (reason) => log.warn({ reason }, 'waiting for the database'));
  if (applied.length > 0) log.info({ applied }, 'database migrated');

  const transport = env.SMTP_URL ? smtpTransport(env.SMTP_URL, env.MAIL_FROM) : fileTransport(mails, env.MAIL_FROM);
  worker = startOutboxWorker({ db, transport: fillingTokens(transport, secret), log });
  const wake = () => worker?.wake();
  const mailer = new Mailer({ db, from: env.MAIL_FROM, wake });
  const watching = { mailer, recipient: env.CONTACT_TO, publicUrl: env.PUBLIC_URL, secret };
  const mailReports = () => mailWaitingReports(db, watching);
  const housekeeping = startHousekeeping({ db, secret, uploads, mails, mailReports, log });

  const port = await serve(app, {
    name: 'API',
    host: env.API_HOST,
    port: env.API_PORT,
    portVariable: 'API_PORT',
    onClose: async () => {
      await Promise.all([worker.stop(), housekeeping.stop()]);
      await db.destroy();
    },
  });
  log.info({ port, database: kindOf(db), mail: transport.name }, 'ready');
}

async function migrateWhenReachable(db: Db, onWait: (reason: string) => void): Promise<string[]> {
  const deadline = Date.now() + DATABASE_PATIENCE_MS;
  for (;;) {
    try {
      return await migrate(db);
    } catch (error) {
      if (databaseProblem(error)?.code !== 'unavailable' || Date.now() > deadline) throw error;
      onWait(error instanceof Error ? error.message : String(error));
      await new Promise((resolve) => setTimeout(resolve, DATABASE_RETRY_MS));
    }
  }
}
