import type { Plugin } from 'vite';

/** Browsers that do not know it read a comment. It has to stand before everything else. */
const HINT = '//# allFunctionsCalledOnLoad\n';

/**
 * Has the entry's functions compiled while it arrives, in another thread, instead of one by one when they are first
 * called: react-dom alone is a function of 170 kB, which the main thread would read twice.
 */
export function compiledAhead(): Plugin {
  return {
    name: 'site:compiled-ahead',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      // After Vite, which puts a line of its own in front.
      order: 'post',
      handler(_options, bundle) {
        for (const chunk of Object.values(bundle))
          if (chunk.type === 'chunk' && chunk.isEntry) chunk.code = HINT + chunk.code;
      },
    },
  };
}
