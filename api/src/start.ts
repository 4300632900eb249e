/**
 * Starts the API: it listens, waits for the database, then sends mails and serves visitors. Until then it is alive and
 * not ready; requests wait for a moment, and are refused only then. Stops in the reverse order.
 */
import { join } from 'node:path';
import type { Pool } from 'pg';
import { inDataDir } from 'shared/node/files/data-dir';
import { makePrivate, makePrivateFolder } from 'shared/node/files/private-folder';
import { installationSecret } from 'shared/node/installation-secret';
import { startMetrics } from 'shared/node/telemetry/metrics';
import { startTracing } from 'shared/node/telemetry/tracing';
import { serve } from 'shared/node/http/serve';
import { createApp } from './app.ts';
import { fillingTokens } from './mail/mailed-token.ts';
import { migrateWhenReachable } from './database/await-database.ts';
import { kindOf } from './database/kind.ts';
import { openDatabase } from './database/open.ts';
import type { Env } from './env.ts';
import { createLog } from './log.ts';
import { FileStoreError } from './files/file-store-error.ts';
import { openFiles } from './files/open-files.ts';
import { clamd } from './files/virus-scanner.ts';
import { VirusScannerError } from './files/virus-scanner-error.ts';
import { type Housekeeping, startHousekeeping } from './retention/housekeeping.ts';
import { fileTransport, smtpTransport } from './mail/transport.ts';
import { Mailer } from './mail/mailer.ts';
import { mailWhatWaits } from './features/posts/moderation/watching.ts';
import { type OutboxWorker, startOutboxWorker } from './mail/outbox-worker.ts';

/** How long after the start requests wait for the database to be migrated, in milliseconds. */
const BEGINNING_MS = 2_000;

/** @param clock the referral programme's, for tests */
export async function startApi(env: Env, { clock }: { clock?: () => number } = {}): Promise<void> {
  const log = createLog(env.LOG_LEVEL);
  await startTracing(env, 'api');
  inDataDir(env.DATA_DIR, () => makePrivateFolder(env.DATA_DIR));
  const readable = makePrivate(env.DATA_DIR);
  if (readable.length > 0)
    log.warn({ paths: readable.slice(0, 10) }, 'other users of this machine can read what is kept here');
  const uploads = join(env.DATA_DIR, 'uploads');
  const mails = join(env.DATA_DIR, 'mail');
  let worker: OutboxWorker | undefined;
  let servesSince: number | undefined;
  const beginning = Promise.withResolvers<void>();
  let pool: Pool | undefined;
  const db = inDataDir(env.DATA_DIR, () =>
    openDatabase({
      dataDir: env.DATA_DIR,
      url: env.DATABASE_URL,
      onError: (error) => log.warn({ error: error.message }, 'a database connection broke'),
      onPool: (opened) => (pool = opened),
      isMeasured: env.METRICS_PORT !== undefined || env.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined,
    }),
  );
  await startMetrics({
    port: env.METRICS_PORT,
    host: env.METRICS_HOST,
    measures: async () => (await import('./measures.ts')).apiMeasures({ db, pool }),
  });
  const files = openFiles(db, env.FILES_STORE, env.CV_KEY);
  const scanner = env.CLAMD_URL ? clamd(env.CLAMD_URL, log) : undefined;
  const secret = installationSecret(env);
  const app = await createApp({
    db,
    env,
    secret,
    files,
    scanner,
    uploads,
    mails,
    wakeOutbox: () => worker?.wake(),
    servesSince: () => servesSince,
    beginning: beginning.promise,
    ...(clock ? { clock } : {}),
    log,
  });

  const stopping = new AbortController();
  const transport = env.SMTP_URL ? smtpTransport(env.SMTP_URL, env.MAIL_FROM) : fileTransport(mails, env.MAIL_FROM);
  const mailer = new Mailer({ db, from: env.MAIL_FROM, wake: () => worker?.wake() });
  const watching = { mailer, recipient: env.CONTACT_TO, publicUrl: env.PUBLIC_URL, secret };
  const mailWaiting = () => mailWhatWaits(db, watching);
  let housekeeping: Housekeeping | undefined;
  const port = await serve(app, {
    name: 'API',
    host: env.API_HOST,
    port: env.API_PORT,
    hostVariable: 'API_HOST',
    portVariable: 'API_PORT',
    beforeReady: async () => {
      setTimeout(beginning.resolve, BEGINNING_MS).unref();
      try {
        if (!(await migrateWhenReachable(db, { log, signal: stopping.signal, onAway: beginning.resolve }))) return;
        servesSince = performance.now();
      } finally {
        beginning.resolve();
      }
      worker = startOutboxWorker({ db, files, transport: fillingTokens(transport, secret), log });
      housekeeping = startHousekeeping({ db, secret, uploads, mails, files, mailWaiting, log });
    },
    onStop: () => stopping.abort(),
    onClose: async () => {
      await Promise.all([worker?.stop(), housekeeping?.stop()]);
      await db.destroy();
    },
  });
  if (servesSince === undefined) return;
  log.info({ port, database: kindOf(db), mail: transport.name, files: files.place }, 'ready');
  // A database that has just gone away is no reason to end.
  const keys = await files.missingKeys().catch(() => []);
  if (keys.length > 0) log.warn({ keys }, 'CVs are encrypted with keys that are not in CV_KEY, and cannot be read');
  await sayIfAway(files, (reason) => log.warn({ reason }, 'files cannot be read or stored'));
  if (scanner) await sayIfAway(scanner, (reason) => log.warn({ reason }, 'CVs cannot be checked, and are not taken'));
}

/** Reports a service that is away; everything else works without it. */
async function sayIfAway(service: { check(): Promise<void> }, say: (reason: string) => void): Promise<void> {
  await service.check().catch((error: unknown) => {
    if (!(error instanceof FileStoreError || error instanceof VirusScannerError)) throw error;
    say(error.message);
  });
}
