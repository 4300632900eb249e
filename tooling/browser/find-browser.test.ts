import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from 'playwright';
import { afterEach, expect, test, vi } from 'vitest';
import { browserArguments, findBrowser } from './find-browser.ts';

afterEach(() => vi.unstubAllEnvs());

test('CHROME_PATH is taken before anything else', async () => {
  vi.stubEnv('CHROME_PATH', process.execPath);
  expect(await findBrowser()).toBe(process.execPath);
});

test('a CHROME_PATH that is not a program is reported in a sentence', async () => {
  vi.stubEnv('CHROME_PATH', '/nowhere/chrome');
  await expect(findBrowser()).rejects.toThrow(
    'CHROME_PATH is /nowhere/chrome, which is not an executable file. Set it to a Chromium or Chrome, or unset it.',
  );
});

test('of those on the PATH, tests get the light one and measurements the whole one', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'browser-'));
  try {
    const [light, whole] = ['chromium-headless-shell', 'chromium'].map((name) => path.join(folder, name));
    vi.stubEnv('CHROME_PATH', '');
    vi.stubEnv('PATH', folder);
    await writeFile(whole!, '', { mode: 0o755 });
    await writeFile(light!, '', { mode: 0o755 });
    expect(await findBrowser()).toBe(light);
    expect(await findBrowser('whole')).toBe(whole);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('what Playwright switches off stays off: the last list counts', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'browser-'));
  try {
    // In place of the browser, a program that writes down its arguments and exits.
    const executablePath = path.join(folder, 'browser');
    await writeFile(executablePath, `#!/bin/sh\nprintf '%s\\n' "$@" > '${folder}/arguments'\n`);
    await chmod(executablePath, 0o755);
    await expect(chromium.launch({ executablePath, args: browserArguments })).rejects.toThrow();
    const lists = (await readFile(path.join(folder, 'arguments'), 'utf8'))
      .split('\n')
      .filter((argument) => argument.startsWith('--disable-features='))
      .map((argument) => argument.replace('--disable-features=', '').split(','));
    expect(lists).toHaveLength(2);
    const [theirs, ours] = lists;
    expect(ours).toEqual(expect.arrayContaining(theirs!));
  } finally {
    await rm(folder, { recursive: true });
  }
});
