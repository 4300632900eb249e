/** `npm run dev -w mf-blog`: one remote alone in a standalone frame, with the API. */
import { concurrently } from 'concurrently';
import { remoteNamed } from '../workspace/remotes.ts';
import { repositoryRoot } from '../workspace/root.ts';
import { STANDALONE_MODE } from '../vite/remote.ts';

const name = remoteNamed(process.argv[2]);
const { result } = concurrently(
  [
    { name: 'api', command: `${JSON.stringify(process.execPath)} --watch --watch-preserve-output api/src/server.ts` },
    { name, command: `vite ${name} --config ${name}/vite.config.ts --mode ${STANDALONE_MODE}` },
  ],
  { cwd: repositoryRoot, prefix: 'name', prefixColors: 'auto', killOthersOn: ['failure'] },
);
await result.catch(() => process.exit(1));
