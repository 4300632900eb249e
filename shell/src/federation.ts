/**
 * The browser's federation runtime. The shell owns it, provides the shared modules and knows no remote:
 * which release to load comes with the composition.
 */
import * as React from 'react';
import * as ReactDOM from 'react-dom';
import * as ReactJsxRuntime from 'react/jsx-runtime';
import * as ReactRouterDom from 'react-router-dom';
import {
  Link,
  NavLink,
  Outlet,
  data,
  isRouteErrorResponse,
  useActionData,
  useLoaderData,
  useLocation,
  useNavigate,
  useParams,
  useRevalidator,
  useRouteError,
  useRouteLoaderData,
} from 'react-router-dom';
import { css, keyframes, styled, ThemeProvider, useTheme } from 'styled-components';
import { createInstance } from '@module-federation/runtime';
import {
  CurrentGlobal,
  getGlobalFederationConstructor,
  helpers,
  ModuleFederation,
  setGlobalFederationConstructor,
  setGlobalFederationInstance,
} from '@module-federation/runtime-core';
import { containerName, speaksContract, type RemoteModule } from 'shared/contracts/remote';
import type { ComposedRemote } from 'shared/contracts/registry';
import type { sharedModules } from 'shared/contracts/shared-modules';
import { withinDeadline } from './deadline.ts';

type Provided<Module extends 'react-router-dom' | 'styled-components'> = Record<
  (typeof sharedModules)[Module][number],
  unknown
>;

// Named one by one so that tree shaking keeps the rest out; the types fail when the contract lists another name.
const reactRouterDom: Provided<'react-router-dom'> = {
  Link,
  NavLink,
  Outlet,
  data,
  isRouteErrorResponse,
  useActionData,
  useLoaderData,
  useLocation,
  useNavigate,
  useParams,
  useRevalidator,
  useRouteError,
  useRouteLoaderData,
};
const styledComponents: Provided<'styled-components'> = {
  css,
  keyframes,
  styled,
  ThemeProvider,
  useTheme,
};

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

const provide = (module: unknown, version: string) => ({
  version,
  lib: () => module,
  scope: 'default',
  shareConfig: { singleton: true, requiredVersion: false as const },
});

const federation = createInstance({
  name: 'shell',
  remotes: [],
  shared: {
    react: provide(React, React.version),
    'react/jsx-runtime': provide(ReactJsxRuntime, React.version),
    'react-dom': provide(ReactDOM, React.version),
    'react-router-dom': provide(import.meta.env.DEV ? ReactRouterDom : reactRouterDom, __REACT_ROUTER_VERSION__),
    'styled-components': provide(styledComponents, __STYLED_COMPONENTS_VERSION__),
  },
});

/**
 * Loads a release's routes, once per page view.
 * @throws when it was built for another contract, does not arrive, does not run, or takes longer than the deadline
 */
export async function loadRemote({ name, entry, contract }: ComposedRemote): Promise<RemoteModule> {
  if (!speaksContract(contract)) throw new Error(`${name} was built for contract ${contract}`);
  const container = containerName(name);
  federation.registerRemotes([{ name: container, entry, type: 'module' }], { force: true });
  const remote = await withinDeadline(name, federation.loadRemote<RemoteModule>(`${container}/routes`));
  if (!remote) throw new Error(`${name} exposes no routes`);
  return remote;
}
