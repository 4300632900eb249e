/** `npm run dev`: the API, the remotes' dev servers, the shell and the catalogue, with hot reload across all of them. */
import { concurrently } from 'concurrently';
import { repositoryRoot } from './release/build-remote.ts';
import { remotes } from './remotes.ts';

const node = JSON.stringify(process.execPath);
const { result } = concurrently(
  [
    { name: 'api', command: `${node} --watch --watch-preserve-output api/src/server.ts` },
    ...remotes.map(({ name }) => ({ name, command: `vite ${name} --config ${name}/vite.config.ts` })),
    { name: 'catalogue', command: 'vite shared/catalogue --config shared/catalogue/vite.config.ts' },
    { name: 'shell', command: `${node} tooling/dev-shell.ts` },
  ],
  {
    cwd: repositoryRoot,
    prefix: 'name',
    prefixColors: 'auto',
    killOthersOn: ['failure'],
  },
);
await result.catch(() => process.exit(1));
