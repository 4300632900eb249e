/** End-to-end tests of the whole composed site: production builds, real releases, real servers (tooling/site). */
import { defineConfig, devices } from 'playwright/test';
import { testBrowserArguments } from './tooling/browser/find-browser.ts';

/** Screenshots of text are alike on two machines as far as flags can make them (decision 014). */
const steadyRendering = ['--font-render-hinting=none', '--disable-lcd-text', '--force-color-profile=srgb'];

const DEVELOPMENT = /development\.spec\.ts$/;
/** These start sites of their own and wait for deadlines: begun last, they would run beside an idle processor. */
const WAITING = /(commands|faults-of-remotes|large-bodies|matrix|release-store|strange-requests|take-back)\.spec\.ts$/;

// Playwright asks its workers for colours (FORCE_COLOR). Where they are not wanted, each program that a test starts
// would warn of the two, and tests that read what it says would fail.
if (process.env.NO_COLOR) {
  process.env.FORCE_COLOR = '0';
  delete process.env.NO_COLOR;
}

export default defineConfig({
  testDir: 'e2e',
  // Node strips their types itself (decision 166).
  build: { external: ['**/*.ts'] },
  outputDir: 'test-results/e2e',
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  // Only for `npm test` as a gate, and only for a few (decision 144).
  retries: process.env.CI ? 1 : 0,
  // One more than the two processors of a small machine: while one waits for a timer or a server, the others go on.
  workers: 3,
  // Both end tests that hang. They are far above what any test needs, so that other work on the machine fails none.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  snapshotPathTemplate: '{testDir}/{testFileDir}/screenshots/{arg}{ext}',
  projects: [
    // `npm test` runs the first two, in this order.
    { name: 'waiting', testMatch: WAITING },
    { name: 'site', testIgnore: [DEVELOPMENT, WAITING] },
    // It changes sources for a moment, which would change builds under the other tests, so it runs alone and not with
    // `npm test`: npm run e2e -- --project=development
    { name: 'development', testMatch: DEVELOPMENT },
    // Takes minutes, so it runs with `npm run faults -- --matrix`, beside all cases of the other two.
    { name: 'faults', testMatch: [/\.faults\.ts$/, /(matrix|faults-of-remotes)\.spec\.ts$/] },
  ],
  use: {
    ...devices['Desktop Chrome'],
    locale: 'en-GB',
    timezoneId: 'Africa/Lagos',
    // Transitions cost frames and waiting: e2e/fixtures/motion.ts.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    // A trace takes a sixth of the time; to look into a failure: npm run e2e -- --trace retain-on-failure <file>
    trace: 'off',
    launchOptions: {
      args: [...testBrowserArguments, ...steadyRendering],
      ...(process.env.CHROME_PATH ? { executablePath: process.env.CHROME_PATH } : {}),
    },
  },
});
