import type { Plugin } from 'vite';

/** Names for React's developer tools; each keeps a component, and all that it uses, in the bundle. */
const DISPLAY_NAMES = /^\w+\.displayName = "[^"]*";$/gm;
/** What makes a component or a context, and nothing else. */
const COMPONENTS = /^(var \w+ = )(React\d*\.(?:createContext|forwardRef|memo)\()/gm;

/**
 * The package has two builds, which differ in this; its exports name the one for development alone. It is a `var` above
 * which functions read it, so bundlers do not always take its value for granted.
 */
const WARNINGS = /^var ENABLE_DEV_WARNINGS = true;$/m;
/** Where it is asked about, which is neither its declaration nor a list of names. */
const IF_WARNINGS = /\bENABLE_DEV_WARNINGS(?= &&| \?|\))/g;
/** Calls that tell developers something in both builds. */
const HINTS = /(?<!function )\b(?=warn(?:ing|ingOnce|Once)\()/g;

/**
 * What the shell gives its router none of, so that it is always undefined: hooks for tracing, and the contexts of React
 * Router's own framework and of React Server Components (of `RenderErrorBoundary`, the one class with a context). What
 * routes of a remote may have, such as middleware, is not among them.
 */
const ABSENT = [
  /\binit\.instrumentations\b/g,
  /\bReact\d*\.useContext\((?:FrameworkContext|RSCRouterContext)\)/g,
  /\bthis\.context\b/g,
] as const;
/** Shown where no route says what to show when it fails; the shell's first one does. */
const ERROR_PAGE = /^(var defaultErrorElement = ).*;$/m;

/** Leaves out of React Router what this site never runs, and lets tree shaking find what nobody imports. */
export function leanRouter(): Plugin {
  let isProduction = true;
  return {
    name: 'site:lean-router',
    apply: 'build',
    configResolved: (config) => void ({ isProduction } = config),
    transform: {
      filter: { id: /\/react-router\/dist\/.*\.m?js/ },
      handler: (code) => {
        let lean = code.replaceAll(DISPLAY_NAMES, '').replaceAll(COMPONENTS, '$1/* @__PURE__ */ $2');
        for (const absent of ABSENT) lean = lean.replaceAll(absent, 'undefined');
        lean = lean.replace(ERROR_PAGE, '$1null;');
        // Only modules that have the constant.
        if (isProduction && WARNINGS.test(lean))
          lean = lean.replaceAll(HINTS, 'false && ').replaceAll(IF_WARNINGS, 'false');
        return { code: lean, map: null };
      },
    },
  };
}
