/**
 * The federation runtime, for containers that need it: those of contracts before 3, and those of dev servers. Pages
 * without any of them do not load it (decision 089).
 */
import { createInstance } from '@module-federation/runtime';
import {
  CurrentGlobal,
  getGlobalFederationConstructor,
  helpers,
  ModuleFederation,
  setGlobalFederationConstructor,
  setGlobalFederationInstance,
} from '@module-federation/runtime-core';
import { containerName, type RemoteModule } from 'shared/contracts/remote';
import type { ComposedRemote } from 'shared/contracts/registry';
import type { ShareScope } from './federation.ts';

// Remotes are built without their own copy of the runtime (`experiments.externalRuntime`) and look for it here. Only
// what their containers use is named, so that tree shaking keeps the rest out.
Object.assign(globalThis, {
  _FEDERATION_RUNTIME_CORE: {
    CurrentGlobal,
    getGlobalFederationConstructor,
    helpers: { global: {}, share: { getRegisteredShare: helpers.share.getRegisteredShare }, utils: {} },
    ModuleFederation,
    setGlobalFederationConstructor,
    setGlobalFederationInstance,
  },
});

let federation: ReturnType<typeof instanceOf> | undefined;

function instanceOf(scope: ShareScope) {
  const shared = Object.entries(scope).flatMap(([name, versions]) =>
    Object.entries(versions).map(([version, { get }]) => [name, { version, get, ...SINGLETON }] as const),
  );
  return createInstance({ name: 'shell', remotes: [], shared: Object.fromEntries(shared) });
}

const SINGLETON = { scope: 'default', shareConfig: { singleton: true, requiredVersion: false as const } };

/** Loads a release's routes. @throws when it does not arrive or fails to run */
export async function loadWithRuntime({ name, entry }: ComposedRemote, scope: ShareScope): Promise<RemoteModule> {
  federation ??= instanceOf(scope);
  const container = containerName(name);
  federation.registerRemotes([{ name: container, entry, type: 'module' }], { force: true });
  const remote = await federation.loadRemote<RemoteModule>(`${container}/routes`);
  if (!remote) throw new Error(`${name} exposes no routes`);
  return remote;
}
