/** `npm test` runs both projects; `npx vitest run --project unit` is the fast one. */
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Ends what hangs. Far above what any test needs, so that other work on the machine fails none. */
const HANGS_MS = 60_000;
/** How long a test looks for what is about to become true. */
const PATIENCE_MS = 15_000;

export default defineConfig({
  test: {
    // API tests mostly wait for databases and sockets: with one file per processor, processors would stand idle.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        test: {
          name: 'unit',
          testTimeout: HANGS_MS,
          hookTimeout: HANGS_MS,
          include: ['{shared,shell,mf-*,tooling}/**/*.test.{ts,tsx}'],
        },
      },
      {
        test: {
          name: 'api',
          include: ['api/**/*.test.ts'],
          // A worker keeps the modules for its next file: loading them again would cost 1.3 s of each (decision 107).
          isolate: false,
          globalSetup: ['api/test/global-setup.ts'],
          testTimeout: HANGS_MS,
          hookTimeout: HANGS_MS,
          expect: { poll: { timeout: PATIENCE_MS } },
        },
      },
    ],
  },
});
