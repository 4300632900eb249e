import type { Plugin } from 'vite';
import { walk, type Node } from './syntax-tree.ts';

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

/**
 * Functions of the router that nothing calls in a browser: forms are sent by the browser or by `callApi`, actions run
 * on the server, and remotes are given neither fetchers nor blockers (`shared/contracts/shared-modules.ts`).
 */
const NEVER_CALLED = [
  'abortFetcher',
  'deleteBlocker',
  'deleteFetcher',
  'fetch',
  'getBlocker',
  'getFetcher',
  'getUpdatedRevalidatingFetchers',
  'handleAction',
  'handleFetcherAction',
  'handleFetcherLoader',
  'queueFetcherForDeletion',
  'resetFetcher',
  'updateBlocker',
];
/** What asks whether there is a form, a fetcher or a blocker. */
const NEVER_TRUE = [
  'abortStaleFetchLoads',
  'isMutationMethod',
  'isSubmissionNavigation',
  'markFetchRedirectsDone',
  'shouldBlockNavigation',
];
const ROUTER = /^function createRouter\(/m;

/** Leaves out of React Router what this site never runs, and lets tree shaking find what is not imported. */
export function leanRouter(): Plugin {
  let isProduction = true;
  let isBrowser = true;
  return {
    name: 'site:lean-router',
    apply: 'build',
    configResolved(config) {
      ({ isProduction } = config);
      isBrowser = !config.build.ssr;
    },
    transform: {
      filter: { id: /\/react-router\/dist\/.*\.m?js/ },
      handler(code) {
        const kept = isBrowser && ROUTER.test(code) ? withoutSubmissions(code, this.parse(code)) : code;
        let lean = kept.replaceAll(DISPLAY_NAMES, '').replaceAll(COMPONENTS, '$1/* @__PURE__ */ $2');
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

/** @throws when the router has no such function */
function withoutSubmissions(code: string, program: unknown): string {
  const bodies = new Map<string, Node>();
  walk(program, ({ type, id, body }) => {
    // The package's own bundler numbers names that a browser has, too: `fetch2`.
    if (type === 'FunctionDeclaration') bodies.set((id as { name: string }).name.replace(/\d+$/, ''), body as Node);
  });
  const replaced = [...NEVER_CALLED, ...NEVER_TRUE].map((name) => {
    const body = bodies.get(name);
    if (!body) throw new Error(`React Router has no function ${name} any more (tooling/vite/lean-router.ts).`);
    return { ...body, text: NEVER_TRUE.includes(name) ? '{ return false; }' : '{}' };
  });
  return replaced
    .toSorted((one, other) => other.start - one.start)
    .reduce((text, { start, end, text: body }) => text.slice(0, start) + body + text.slice(end), code);
}
