/** `npm run build`: the shell, the API and every remote, as far as they changed since they were last built. */
import { ensureBuilt, siteTargets } from '../build/ensure-built.ts';
import { endWith } from '../processes/command-error.ts';

await ensureBuilt(siteTargets, console.log).catch(endWith);
