/**
 * `npm start`: updates everything and serves the site in production mode until Ctrl-C, restarting servers that die.
 */
import path from 'node:path';
import { z } from 'zod';
import { EnvError, folder, port, readEnv } from '../../shared/node/env.ts';
import { apiTarget, ensureBuilt, shellTarget, siteTargets } from '../build/ensure-built.ts';
import { readApiEnv } from '../../api/src/env.ts';
import { readShellEnv } from '../../shell/server/env.ts';
import { noArguments } from '../processes/arguments.ts';
import { endWith } from '../processes/command-error.ts';
import { keepRunning, type KeptRunning } from '../processes/kept-running.ts';
import { requireFreePorts, requireSurroundings } from '../processes/preconditions.ts';
import { API_PROGRAM, SHELL_PROGRAM, startServer } from '../processes/servers.ts';
import { releaseAllNew, writableStore } from '../release/release-build.ts';
import { repositoryRoot } from '../workspace/root.ts';
import { remotes } from '../workspace/remotes.ts';

noArguments('npm start takes no arguments. Settings are variables (README.md): PORT=3001 npm start');

const LAST_PORT = 65_535;
const schema = z.object({ PORT: port.default(3000), API_PORT: port.default(8080), DATA_DIR: folder.prefault('.data') });

const started = performance.now();
const seconds = () => `${((performance.now() - started) / 1000).toFixed(1)} s`;
const report = (line: string) => console.log(`  ${line}`);
const servers: KeptRunning[] = [];

try {
  await main();
} catch (error) {
  await stopAll();
  endWith(error);
}

async function main(): Promise<void> {
  const env = readEnv(schema);
  // Each server reads its own environment; a wrong value is better reported before the build than after it.
  const production = { ...process.env, NODE_ENV: 'production' };
  const { RELEASES_URL } = readShellEnv(production);
  const { DATABASE_URL } = readApiEnv(production);
  const metricsPort = Number(process.env.METRICS_PORT ?? 0);
  const metricsPorts = metricsPortsFrom(metricsPort);
  const ports = [
    [env.PORT, 'PORT'],
    [env.API_PORT, 'API_PORT'],
    ...metricsPorts.map((port) => [port, 'METRICS_PORT'] as const),
  ] as const;
  await requireFreePorts(ports, 'npm start');
  await requireSurroundings({ DATA_DIR: env.DATA_DIR, DATABASE_URL, RELEASES_URL });

  // Others write to a static host: what it has is served, and nothing is released.
  const store = /^https?:/.test(RELEASES_URL) ? undefined : writableStore();

  console.log('Preparing the site …');
  await ensureBuilt(store ? siteTargets : [shellTarget, apiTarget], report);
  if (store) await releaseAllNew(remotes, store, (name, version) => report(`released ${name} ${version}`));

  process.once('SIGINT', () => void shutDown());
  process.once('SIGTERM', () => void shutDown());
  const shared = { NODE_ENV: 'production', LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn' };
  const publicUrl = process.env.PUBLIC_URL ?? `http://localhost:${env.PORT}`;
  const apiEnv = {
    ...shared,
    PUBLIC_URL: publicUrl,
    ...(metricsPort > 0 && { METRICS_PORT: String(metricsPort + 1) }),
  };
  const siteEnv = {
    ...shared,
    PUBLIC_URL: publicUrl,
    API_URL: process.env.API_URL ?? `http://localhost:${env.API_PORT}`,
  };
  const starting = [
    keepRunning(
      'The API',
      (port = env.API_PORT) => startServer(API_PROGRAM, { ...apiEnv, API_PORT: String(port) }),
      console.error,
    ),
    keepRunning(
      'The site',
      (port = env.PORT) => startServer(SHELL_PROGRAM, { ...siteEnv, PORT: String(port) }),
      console.error,
    ),
  ] as const;
  // If one of the two does not start, the other must be stopped.
  for (const result of await Promise.allSettled(starting))
    if (result.status === 'fulfilled') servers.push(result.value);
  const [api, site] = await Promise.all(starting);

  const database = process.env.DATABASE_URL
    ? 'PostgreSQL (DATABASE_URL)'
    : path.relative(repositoryRoot, path.join(env.DATA_DIR, 'site.db'));
  const mail = process.env.SMTP_URL
    ? 'by SMTP'
    : `files in ${path.relative(repositoryRoot, path.join(env.DATA_DIR, 'mail'))}`;
  console.log(`
The site is ready after ${seconds()}: http://localhost:${site.port}
  API       http://localhost:${api.port}/api/openapi.json
  database  ${database}
  mail      ${mail}
  releases  ${store && !store.startsWith('s3:') ? path.relative(repositoryRoot, store) : RELEASES_URL}
Ctrl-C stops it.`);
}

/** Both servers have metrics, and they cannot share one port. @throws EnvError */
function metricsPortsFrom(first: number): number[] {
  if (first === LAST_PORT) {
    const allowed = `a whole number from 0 to ${LAST_PORT - 1}: the API uses the next port`;
    throw new EnvError(`The environment is not usable:\n  METRICS_PORT is "${first}"; allowed: ${allowed}.`);
  }
  return first > 0 ? [first, first + 1] : [];
}

let stopping = false;

async function shutDown(): Promise<void> {
  if (stopping) return;
  stopping = true;
  console.log('\nStopping …');
  await stopAll();
  console.log('Stopped.');
  process.exit(0);
}

/** The site first, so that no request is passed to an API that is gone. */
async function stopAll(): Promise<void> {
  for (const server of servers.toReversed()) await server.stop();
}
