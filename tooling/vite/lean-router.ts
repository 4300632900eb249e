import type { Plugin } from 'vite';

/** Names for React's developer tools; each keeps a component, and all that it uses, in the bundle. */
const DISPLAY_NAMES = /^\w+\.displayName = "[^"]*";$/gm;
/** What makes a component or a context, and nothing else. */
const COMPONENTS = /^(var \w+ = )(React\d*\.(?:createContext|forwardRef|memo)\()/gm;

/** Lets tree shaking leave out the components of React Router that nobody imports. */
export function leanRouter(): Plugin {
  return {
    name: 'site:lean-router',
    apply: 'build',
    transform: {
      filter: { id: /\/react-router\/dist\/.*\.m?js/ },
      handler: (code) => ({
        code: code.replaceAll(DISPLAY_NAMES, '').replaceAll(COMPONENTS, '$1/* @__PURE__ */ $2'),
        map: null,
      }),
    },
  };
}
