import type { Plugin } from 'vite';

/** Browsers that do not know it read a comment. It has to come before everything else. */
const HINT = '//# allFunctionsCalledOnLoad\n';

/**
 * Has the functions of every file compiled while it arrives, in another thread, instead of one by one by the main
 * thread when they are first called (decision 128): react-dom alone is a function of 170 kB, which it would read twice.
 */
export function compiledAhead(): Plugin {
  return {
    name: 'site:compiled-ahead',
    apply: 'build',
    enforce: 'post',
    // Names are made before the hint is added. A browser that has a file without it must not take it for this one.
    augmentChunkHash: () => HINT,
    generateBundle: {
      // After Vite, which puts its own line in front.
      order: 'post',
      handler(_options, bundle) {
        for (const chunk of Object.values(bundle)) if (chunk.type === 'chunk') chunk.code = HINT + chunk.code;
      },
    },
  };
}
