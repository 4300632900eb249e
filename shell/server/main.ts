/** Starts the shell's server. */
import { EnvError } from 'shared/node/env';
import { installationSecret } from 'shared/node/installation-secret';
import { startMetrics } from 'shared/node/telemetry/metrics';
import { startTracing } from 'shared/node/telemetry/tracing';
import { serve } from 'shared/node/http/serve';
import { apiState } from './api-calls/api-state.ts';
import { readShellEnv } from './env.ts';

try {
  const env = readShellEnv();
  // React picks its build when it is first imported, so this comes before anything that imports it.
  process.env.NODE_ENV = env.NODE_ENV;
  const [{ buildApp }, { productionParts }] = await Promise.all([import('./app.ts'), import('./site-parts.ts')]);
  const secret = installationSecret(env);
  await startTracing(env, 'shell');
  const parts = await productionParts(env);
  await startMetrics({
    port: env.METRICS_PORT,
    host: env.METRICS_HOST,
    measures: async () =>
      (await import('./measures.ts')).shellMeasures({ remotes: parts.remotes, apiState: apiState(env.API_URL) }),
  });
  await serve(await buildApp(env, secret, parts), {
    name: 'The site',
    host: env.HOST,
    port: env.PORT,
    portVariable: 'PORT',
  });
} catch (error) {
  console.error(error instanceof EnvError ? error.message : error);
  process.exit(1);
}
