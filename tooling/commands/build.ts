/** `npm run build`: the shell, the API and every remote, as far as they changed since they were last built. */
import { ensureBuilt, siteTargets } from '../build/ensure-built.ts';
import { noArguments } from '../processes/arguments.ts';
import { endWith } from '../processes/command-error.ts';

noArguments('npm run build takes no arguments: it builds whatever has changed.');
await ensureBuilt(siteTargets, console.log).catch(endWith);
