/**
 * The site in development: the production server on the remotes' and the shell's sources, with hot reload across
 * federation. Part of `npm run dev`. Policy, releases and compressed files are production's business (decision 051).
 */
import { EnvError } from '../../shared/node/env.ts';
import { sessionSecret } from '../../shared/node/secret.ts';
import { serve } from '../../shared/node/serve.ts';
import { buildApp } from '../../shell/server/app.ts';
import { readShellEnv } from '../../shell/server/env.ts';
import { inProcessRenderer } from '../../shell/server/rendering/in-process.ts';
import { readableLog } from './readable-log.ts';
import { sourceRemotes } from './source-remotes.ts';
import { viteDocuments } from './vite-documents.ts';

/** Sources are compiled when they are first asked for, in milliseconds. */
const DEADLINES = { page: 60_000, form: 60_000 };

try {
  const env = readShellEnv({ LOG_LEVEL: 'warn', ...process.env, NODE_ENV: 'development' });
  const secret = sessionSecret({ given: env.SESSION_SECRET, dataDir: env.DATA_DIR });
  const remotes = await sourceRemotes();
  const documents = viteDocuments(remotes.servers);
  const renderer = () => inProcessRenderer({ entry: () => documents.entry(), routes: (name) => remotes.routes(name) });
  const app = await buildApp(env, secret, { remotes, documents, renderer, deadlines: DEADLINES, log: readableLog });
  const port = await serve(app, { name: 'The site', host: env.HOST, port: env.PORT, portVariable: 'PORT' });
  console.log(`The site in development: http://localhost:${port}`);
} catch (error) {
  console.error(error instanceof EnvError ? error.message : error);
  process.exit(1);
}
