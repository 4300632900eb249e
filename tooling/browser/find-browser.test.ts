import { afterEach, expect, test, vi } from 'vitest';
import { findBrowser } from './find-browser.ts';

afterEach(() => vi.unstubAllEnvs());

test('CHROME_PATH is taken before anything else', async () => {
  vi.stubEnv('CHROME_PATH', process.execPath);
  expect(await findBrowser()).toBe(process.execPath);
});

test('a CHROME_PATH that is not a program is reported in a sentence', async () => {
  vi.stubEnv('CHROME_PATH', '/nowhere/chrome');
  await expect(findBrowser()).rejects.toThrow(
    'CHROME_PATH is /nowhere/chrome, which is no executable file. Set it to a Chromium or Chrome, or unset it.',
  );
});
