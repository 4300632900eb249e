/**
 * The host's side of module federation: the shell provides the shared modules and knows no remote. Which release to
 * load comes with the composition.
 */
import * as React from 'react';
import * as ReactDOM from 'react-dom';
import * as ReactJsxRuntime from 'react/jsx-runtime';
import * as ReactRouterDom from 'react-router-dom';
import {
  Outlet,
  data,
  isRouteErrorResponse,
  useActionData,
  useLoaderData,
  useLocation,
  useNavigate,
  useNavigationType,
  useParams,
  useRevalidator,
  useRouteError,
  useRouteLoaderData,
} from 'react-router-dom';
import { css, keyframes, styled, ThemeProvider, useTheme } from 'styled-components';
import { needsLinks, needsRuntime, speaksContract, type RemoteModule } from 'shared/contracts/remote';
import type { ComposedRemote } from 'shared/contracts/registry';
import type { olderModules, sharedModules } from 'shared/contracts/shared-modules';
import { withinDeadline } from './deadline.ts';

type Provided<Module extends 'react-router-dom' | 'styled-components'> = Record<
  (typeof sharedModules)[Module][number],
  unknown
>;

// Named one by one so that tree shaking keeps the rest out; the types fail when the contract lists another name.
const reactRouterDom: Provided<'react-router-dom'> = {
  Outlet,
  data,
  isRouteErrorResponse,
  useActionData,
  useLoaderData,
  useLocation,
  useNavigate,
  useNavigationType,
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

/** A shared module in the form of share scopes, which all containers read. */
function provide(module: unknown) {
  return { get: () => Promise.resolve(() => module), loaded: true, from: 'shell' };
}

/** Providers by name and version. */
const shareScope = {
  react: { [React.version]: provide(React) },
  'react/jsx-runtime': { [React.version]: provide(ReactJsxRuntime) },
  'react-dom': { [React.version]: provide(ReactDOM) },
  'react-router-dom': {
    [__REACT_ROUTER_VERSION__]: provide(import.meta.env.DEV ? ReactRouterDom : reactRouterDom),
  },
  'styled-components': { [__STYLED_COMPONENTS_VERSION__]: provide(styledComponents) },
} satisfies Record<keyof typeof sharedModules, object>;

export type ShareScope = typeof shareScope;

/** Exports of a release's entry, in the form that module federation gives them. */
interface Container {
  init(scope: ShareScope): Promise<unknown>;
  get(exposed: string): Promise<() => RemoteModule>;
}

/**
 * Loads a release's routes, once per page view.
 * @throws when it was built for another contract, does not arrive, does not run, or takes longer than the deadline
 */
export async function loadRemote(remote: ComposedRemote): Promise<RemoteModule> {
  const { name, contract } = remote;
  if (!speaksContract(contract)) throw new Error(`${name} was built for contract ${contract}`);
  return withinDeadline(name, loadRoutes(remote));
}

async function loadRoutes(remote: ComposedRemote): Promise<RemoteModule> {
  if (needsLinks(remote.contract)) await provideLinks();
  // Dev servers' containers need the runtime, too.
  return import.meta.env.DEV || needsRuntime(remote.contract) ? loadOnRuntime(remote) : load(remote);
}

/** Adds what the contract had before (`olderModules`). */
async function provideLinks(): Promise<void> {
  const { Link, NavLink } = await import('./older-links.tsx');
  Object.assign(reactRouterDom, { Link, NavLink } satisfies Record<
    (typeof olderModules)['react-router-dom'][number],
    unknown
  >);
}

async function load({ entry }: ComposedRemote): Promise<RemoteModule> {
  const container = (await import(/* @vite-ignore */ entry)) as Container;
  await container.init(shareScope);
  return (await container.get('./routes'))();
}

async function loadOnRuntime(remote: ComposedRemote): Promise<RemoteModule> {
  const { loadWithRuntime } = await import('./federation-runtime.ts');
  return loadWithRuntime(remote, shareScope);
}
