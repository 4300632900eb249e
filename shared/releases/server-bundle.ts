/**
 * Evaluates a remote's server bundle without giving up control of what runs: the given source is what is
 * evaluated, and it can import the shared modules and nothing else. The shell serves with it, and the release
 * tool checks with it, so that what is released is what will run.
 */
import { registerHooks } from 'node:module';
import type { RouteObject } from 'react-router-dom';
import { sharedModules } from '../contracts/shared-modules.ts';
import type { RemoteModule } from '../contracts/remote.ts';

const SCHEME = 'release:';
const sources = new Map<string, string>();

registerHooks({
  resolve(specifier, context, next) {
    if (sources.has(specifier)) return { url: specifier, format: 'module', shortCircuit: true };
    if (!context.parentURL?.startsWith(SCHEME)) return next(specifier, context);
    if (!Object.hasOwn(sharedModules, specifier)) {
      throw new Error(`${context.parentURL} imports "${specifier}", which the shell does not provide.`);
    }
    return next(specifier, { ...context, parentURL: import.meta.url });
  },
  load(url, context, next) {
    const source = sources.get(url);
    return source === undefined ? next(url, context) : { format: 'module', source, shortCircuit: true };
  },
});

/**
 * @param key names the bundle in stack traces; evaluating the same key again gives the same module
 * @throws when it does not evaluate, imports what the shell does not provide, or exports no routes
 */
export async function evaluateServerBundle(key: string, source: string): Promise<RemoteModule> {
  const url = SCHEME + key;
  sources.set(url, source);
  try {
    const bundle = (await import(url)) as { routes?: RouteObject[] };
    if (!Array.isArray(bundle.routes)) throw new Error(`${key} does not export an array \`routes\`.`);
    return { routes: bundle.routes };
  } finally {
    sources.delete(url);
  }
}
