/** `npm test` runs all projects; `npx vitest run --project unit` is the fast one. */
import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// A profile may have these for servers, or a CI. Programs would colour what tests read, and React would be another one.
delete process.env.FORCE_COLOR;
process.env.NODE_ENV = 'test';

/** Ends what hangs. Far above what any test needs, so that other work on the machine fails none. */
const HANGS_MS = 120_000;
/** How long a test looks for what is about to become true: Vitest's own second is too short on a busy machine. */
const PATIENCE_MS = 15_000;

const limits = { testTimeout: HANGS_MS, hookTimeout: HANGS_MS, expect: { poll: { timeout: PATIENCE_MS } } };

/** These tests put something in the place of a module, so they load it for themselves. */
export const WITH_OTHER_MODULES = ['shared/releases/ownership.test.ts', 'shared/release-store/reading-store.test.ts'];

/**
 * These tests take minutes on a busy machine, the longest first, or wait for seconds: begun last, they would run beside
 * idle processors.
 */
export const LONG = [
  'tooling/new-remote/new-remote.test.ts',
  'api/test/process.test.ts',
  'api/src/admin/backup/backup-process.test.ts',
  'tooling/release/s3-store.test.ts',
  'tooling/release/traffic.test.ts',
  'api/src/admin/backup/move.test.ts',
  'shell/server/rendering/release-threads.test.ts',
  'shell/server/http-app.test.ts',
  'shared/node/files/s3-folder.test.ts',
  'shared/release-store/reading-store.test.ts',
  'shared/node/test-support/running-time.test.ts',
];

/** Vitest itself sorts by how long files took last time, which a fresh clone does not know, and then by their size. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const at = LONG.findIndex((file) => moduleId.endsWith(`/${file}`));
      return at < 0 ? LONG.length : at;
    };
    // oxlint-disable-next-line unicorn/no-array-sort -- it is the sequencer's
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => place(one) - place(other));
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongFirst },
    // API tests mostly wait for databases and sockets: with one file per processor, processors would stand idle.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        test: {
          name: 'unit',
          ...limits,
          include: ['{shared,mf-*,shell/src}/**/*.test.{ts,tsx}'],
          exclude: [...configDefaults.exclude, ...WITH_OTHER_MODULES],
          // Loading modules and starting a worker is two thirds of what these tests cost (decision 107).
          isolate: false,
        },
      },
      {
        test: {
          name: 'programs',
          ...limits,
          // React must stay out of here: builds switch it to its production version for all files that come later.
          include: ['{shell/server,tooling}/**/*.test.ts'],
          isolate: false,
          setupFiles: ['tooling/processes/own-environment.ts'],
          // The tests of tooling/lint share calls of oxlint.
          maxConcurrency: 50,
        },
      },
      {
        test: {
          name: 'unit-apart',
          ...limits,
          include: WITH_OTHER_MODULES,
        },
      },
      {
        test: {
          name: 'api',
          include: ['api/**/*.test.ts'],
          // A worker keeps the modules for its next file: loading them again would cost 1.3 s each time (decision 107).
          isolate: false,
          globalSetup: ['api/test/global-setup.ts'],
          ...limits,
        },
      },
    ],
  },
});
