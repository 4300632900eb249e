/** `npm test` runs both projects; `npx vitest run --project unit` is the fast one. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          // Some start real servers, and the machine may have other work.
          testTimeout: 20_000,
          include: ['{shared,shell,mf-*,tooling}/**/*.test.{ts,tsx}'],
        },
      },
      {
        test: {
          name: 'api',
          include: ['api/**/*.test.ts'],
          globalSetup: ['api/test/global-setup.ts'],
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
    ],
  },
});
