/** The one place that says how shared modules are configured, for the shell's build and for every remote's. */
import { sharedModules } from '../../shared/contracts/shared-modules.ts';

/** Modules that are never bundled: the browser gets them from the shell, the server from the shell's packages. */
export const sharedModuleNames = Object.keys(sharedModules);

/** Packages of which a bundle holds one copy at most, even if something brings its own along. */
export const dedupe = ['react', 'react-dom', 'react-router-dom', 'styled-components'];

/** A remote consumes shared modules and never downloads a fallback that the shell provides anyway. */
export const remoteShared = Object.fromEntries(
  sharedModuleNames.map((name) => [name, { singleton: true, requiredVersion: '*', import: false as const }]),
);

/** In development a remote may also run alone, so it brings its own copies; the shell's win where there is a shell. */
export const remoteSharedInDevelopment = Object.fromEntries(
  [...sharedModuleNames, 'react/jsx-dev-runtime'].map((name) => [name, { singleton: true, requiredVersion: '*' }]),
);

/** The browser takes validator's ES modules, so that only the functions in use are bundled. */
export const validatorAlias = [{ find: /^validator\/lib\//, replacement: 'validator/es/lib/' }];

export const browserTarget = 'es2022';
