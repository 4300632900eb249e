/** `npm run dev`: the API, the remotes' dev servers, the shell and the gallery of components, with hot reload across all of them. */
import { concurrently } from 'concurrently';
import { repositoryRoot } from '../workspace/root.ts';
import { remotes } from '../workspace/remotes.ts';

const node = JSON.stringify(process.execPath);
const PROVIDER_PORT = 8090;
const PROVIDER_SECRET = 'for development only';
const site = `http://localhost:${process.env.PORT ?? 3000}`;
const hasProvider = Boolean(process.env.OIDC_CLIENT_ID);
const oidc = {
  OIDC_ISSUER: `http://127.0.0.1:${PROVIDER_PORT}`,
  OIDC_CLIENT_ID: 'website',
  OIDC_CLIENT_SECRET: PROVIDER_SECRET,
};
const provider = {
  name: 'provider',
  command: `${node} tooling/identity-provider/main.ts ${PROVIDER_PORT} ${site} ${JSON.stringify(PROVIDER_SECRET)}`,
};

const { result } = concurrently(
  [
    { name: 'api', command: `${node} --watch --watch-preserve-output api/src/server.ts`, env: hasProvider ? {} : oidc },
    ...(hasProvider ? [] : [provider]),
    ...remotes.map(({ name }) => ({ name, command: `vite ${name} --config ${name}/vite.config.ts` })),
    { name: 'gallery', command: 'vite shared/gallery --config shared/gallery/vite.config.ts' },
    { name: 'shell', command: `${node} tooling/development/shell.ts` },
  ],
  {
    cwd: repositoryRoot,
    prefix: 'name',
    prefixColors: 'auto',
    killOthersOn: ['failure'],
  },
);
await result.catch(() => process.exit(1));
