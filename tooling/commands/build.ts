/** `npm run build`: the shell and every remote, as far as they changed since they were last built. */
import { ensureBuilt, remoteTargets, shellTarget } from '../build/ensure-built.ts';
import { endWith } from '../processes/command-error.ts';

await ensureBuilt([shellTarget, ...remoteTargets], console.log).catch(endWith);
