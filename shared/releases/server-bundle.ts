/**
 * Evaluates a remote's server bundle without giving up control of what runs: the given source is what is
 * evaluated, and from then on nothing but the shared modules can be imported in this thread, by whatever code. Evaluate
 * bundles in a worker thread, after `confine` (`confinement.ts`).
 */
import { registerHooks } from 'node:module';
import type { RouteObject } from 'react-router-dom';
import { sharedModules } from '../contracts/shared-modules.ts';
import type { RemoteModule } from '../contracts/remote.ts';

const SCHEME = 'release:';

/**
 * @param key names the bundle in stack traces
 * @throws when it does not evaluate, imports what the shell does not provide, or exports no routes
 */
export async function evaluateServerBundle(key: string, source: string): Promise<RemoteModule> {
  const url = SCHEME + key;
  await Promise.all(Object.keys(sharedModules).map((specifier) => import(specifier)));
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier === url) return { url, format: 'module', shortCircuit: true };
      if (!Object.hasOwn(sharedModules, specifier)) {
        throw new Error(`${key} imports "${specifier}", which the shell does not provide.`);
      }
      return next(specifier, { ...context, parentURL: import.meta.url });
    },
    load(given, context, next) {
      return given === url ? { format: 'module', source, shortCircuit: true } : next(given, context);
    },
  });
  const bundle = (await import(url)) as { routes?: RouteObject[] };
  if (!Array.isArray(bundle.routes)) throw new Error(`${key} does not export an array \`routes\`.`);
  return { routes: bundle.routes };
}
