/** What every build depends on besides its own sources; from the repository's root. */
export const COMMON_INPUTS = [
  'shared',
  'tooling/vite',
  'tooling/release/build-remote.ts',
  'tooling/release/version.ts',
  'tooling/workspace',
  'package-lock.json',
  // Vite reads it as it compiles.
  'tsconfig.json',
];
