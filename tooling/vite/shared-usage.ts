import path from 'node:path';
import type { Plugin } from 'vite';
import { sharedModules } from '../../shared/contracts/shared-modules.ts';

const MARK = '\n/* site:shared-usage */\n';

/**
 * Makes the federation plugin provide all shared names, in every build alike.
 *
 * The plugin trims the proxies of shared modules to the names that it has seen imported by the time it believes the
 * module graph to be complete. It guesses that from a pause of 10 ms, so on a busy machine it trims too much: the
 * build fails with a missing export, or two builds of the same sources differ. Naming everything in the first module
 * that it looks at makes its guess irrelevant.
 * @param federationPlugins the plugin's own; they must run between the two that this adds
 */
export function withCompleteSharedUsage(federationPlugins: Plugin[]): Plugin[] {
  let routes = '';
  const announce: Plugin = {
    name: 'site:shared-usage:announce',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      routes = path.join(config.root, 'src/routes.tsx');
    },
    transform(code, id) {
      return id === routes ? { code: code + MARK + announcement, map: null } : undefined;
    },
  };
  const retract: Plugin = {
    name: 'site:shared-usage:retract',
    apply: 'build',
    enforce: 'post',
    transform(code, id) {
      return id === routes ? { code: code.slice(0, code.indexOf(MARK)), map: null } : undefined;
    },
  };
  return [announce, ...federationPlugins, retract];
}

/** Imports of everything that is shared. */
const announcement = Object.entries(sharedModules)
  .map(([source, names], index) =>
    names === '*' ? `import * as __all${index} from '${source}';` : `import { ${names.join(', ')} } from '${source}';`,
  )
  .join('\n');
