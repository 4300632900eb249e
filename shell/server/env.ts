/** The shell server's environment; defaults work on one machine. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import {
  EnvError,
  folder,
  isThisMachine,
  httpOrigin,
  logLevel,
  type Needed,
  networks,
  nodeEnv,
  oneOf,
  port,
  readEnv,
  releaseKeys,
  secret,
  share,
  urlOf,
  wholeNumber,
} from 'shared/node/env';

import { tracingVariables } from 'shared/node/telemetry/tracing';

const A_DAY_S = 24 * 60 * 60;

const schema = z.object({
  NODE_ENV: nodeEnv.default('production'),
  HOST: z.string().default('127.0.0.1'),
  PORT: port.default(3000),
  PUBLIC_URL: httpOrigin.optional(),
  /** Visitors' own calls are passed on below `/api` and `/auth` there, whatever else a URL may have. */
  API_URL: httpOrigin.optional(),
  /** Where the API is on this machine, without `API_URL`. */
  API_PORT: port.default(8080),
  DATA_DIR: folder.prefault('.data'),
  RELEASES_URL: urlOf('file', 'http', 'https', 's3').optional(),
  /** Releases that none of these keys signed do not run. Without any keys, all releases run. */
  RELEASE_PUBLIC_KEYS: releaseKeys.optional(),
  SESSION_SECRET: secret.optional(),
  /** While the secret is being replaced: one whose signatures are good as well. */
  ACCEPTED_SESSION_SECRET: secret.optional(),
  /** Proxies before this server, which are trusted to name a visitor's IP address. */
  TRUST_PROXY: networks.optional(),
  /** Memory for pages that are kept, in megabytes; 0 keeps none. */
  KEPT_PAGES_MB: wholeNumber('megabytes', 0, 4_096).default(32),
  /** How long a CDN may serve a kept page without revalidating it; 0: it must revalidate each time. */
  CDN_FRESH_S: wholeNumber('seconds', 0, A_DAY_S).default(0),
  /** How much longer a CDN may serve it while it revalidates. */
  CDN_STALE_S: wholeNumber('seconds', 0, A_DAY_S).default(60),
  /** How many releases render at a time at most, each in its own thread. */
  RENDER_THREADS: wholeNumber('threads', 2, 200).default(8),
  /** Memory that one of these threads may use at most, in megabytes. */
  RENDER_THREAD_MB: wholeNumber('megabytes', 96, 1_024).default(256),
  /** Share of page views whose speed browsers report. Failures are always reported, unless it is 0: then nothing is. */
  OBSERVE_SAMPLE: share.default(1),
  /** Whether the shell itself takes back a release that fails more often than the one before it. */
  TAKE_BACK: oneOf(['on', 'off']).default('off'),
  /** Whether a browser may take remotes from development servers on its own machine (decision 119). */
  DEV_OVERRIDES: oneOf(['on', 'off']).default('off'),
  /** Port of the metrics for Prometheus; without it nothing is measured. */
  METRICS_PORT: port.optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  ...tracingVariables,
  LOG_LEVEL: logLevel.default('info'),
});

/** Names of all variables that the shell's server reads. */
export const shellVariables: readonly string[] = Object.keys(schema.shape);

type Given = z.infer<typeof schema>;
const isProduction = ({ NODE_ENV }: Given): boolean => NODE_ENV === 'production';

/** With incomplete settings the server would start, but later fail for a visitor. */
const needed: Needed<Given>[] = [
  {
    variable: 'PUBLIC_URL',
    allowed: 'the origin that visitors use, like https://www.example.com; required when HOST lets other machines in',
    when: (env) => isProduction(env) && !isThisMachine(env.HOST),
  },
  {
    variable: 'SESSION_SECRET',
    allowed: 'at least 32 random characters, the same as the API has; required when API_URL is another machine',
    when: (env) => isProduction(env) && env.API_URL !== undefined && !isThisMachine(new URL(env.API_URL).hostname),
  },
  {
    // This server speaks no TLS, so a proxy in front of it does.
    variable: 'TRUST_PROXY',
    allowed:
      'the addresses or networks of the proxy that speaks https; required with https: in PUBLIC_URL, since without it all visitors share one limit',
    when: (env) => isProduction(env) && env.PUBLIC_URL?.startsWith('https:') === true,
  },
  {
    variable: 'METRICS_PORT',
    allowed: 'the port of the metrics; required with METRICS_HOST',
    when: (_env, isGiven) => isGiven('METRICS_HOST'),
  },
];

export type Env = z.infer<typeof schema> & { PUBLIC_URL: string; API_URL: string; RELEASES_URL: string };

/** @throws EnvError */
export function readShellEnv(source: Record<string, string | undefined> = process.env): Env {
  const env = readEnv(schema, source, needed);
  requireNoOverrides(env);
  return {
    ...env,
    API_URL: env.API_URL ?? `http://localhost:${env.API_PORT}`,
    PUBLIC_URL: env.PUBLIC_URL ?? `http://localhost:${env.PORT}`,
    RELEASES_URL: env.RELEASES_URL ?? pathToFileURL(path.join(env.DATA_DIR, 'releases')).href,
  };
}

/** A site for visitors must not take code from elsewhere by mistake: what marks it as such rules out overrides. */
function requireNoOverrides({ DEV_OVERRIDES, RELEASE_PUBLIC_KEYS, CDN_FRESH_S }: Given): void {
  if (DEV_OVERRIDES === 'off') return;
  const reason = RELEASE_PUBLIC_KEYS
    ? 'off with RELEASE_PUBLIC_KEYS, since nobody signed what a development server has'
    : CDN_FRESH_S > 0
      ? 'off with CDN_FRESH_S, since a CDN answers before this server can look at a browser’s overrides'
      : undefined;
  if (reason) throw new EnvError(`The environment is not usable:\n  DEV_OVERRIDES is "on"; allowed: ${reason}.`);
}
