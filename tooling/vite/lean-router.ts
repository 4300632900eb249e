import type { Plugin } from 'vite';

/** Names for React's developer tools; each keeps a component, and all that it uses, in the bundle. */
const DISPLAY_NAMES = /^\w+\.displayName = "[^"]*";$/gm;
/** What makes a component or a context, and nothing else. */
const COMPONENTS = /^(var \w+ = )(React\d*\.(?:createContext|forwardRef|memo)\()/gm;

/** The package has two builds, which differ in this; its exports name the one for development alone. */
const WARNINGS = /^(var ENABLE_DEV_WARNINGS = )true;$/m;

/** Lets tree shaking leave out of React Router the components that nobody imports, and what it tells developers. */
export function leanRouter(): Plugin {
  let isProduction = true;
  return {
    name: 'site:lean-router',
    apply: 'build',
    configResolved: (config) => void ({ isProduction } = config),
    transform: {
      filter: { id: /\/react-router\/dist\/.*\.m?js/ },
      handler: (code) => ({
        code: code
          .replaceAll(DISPLAY_NAMES, '')
          .replaceAll(COMPONENTS, '$1/* @__PURE__ */ $2')
          .replace(WARNINGS, `$1${!isProduction};`),
        map: null,
      }),
    },
  };
}
