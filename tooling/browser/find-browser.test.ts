import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from 'playwright';
import { afterEach, expect, test, vi } from 'vitest';
import { findBrowser, testBrowserArguments } from './find-browser.ts';
import { canInstall } from './debian-packages.ts';
import { ensureFaces } from './faces.ts';

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
    await writeFile(path.join(folder, 'fc-list'), '#!/bin/sh\necho Arial\n', { mode: 0o755 });
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
    await expect(chromium.launch({ executablePath, args: testBrowserArguments })).rejects.toThrow();
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

test.runIf(process.platform === 'linux')(
  'a machine without the faces that pages are drawn in gets them, from today’s list of packages',
  async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'faces-'));
    try {
      const program = (name: string, script: string) =>
        writeFile(path.join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
      await program('fc-list', `printf 'DejaVu Sans,DejaVu Sans Condensed\\n'; /bin/cat '${folder}/installed'`);
      await program('apt-get', `echo "$@" >> '${folder}/said'; echo 'Liberation Sans' > '${folder}/installed'`);
      vi.stubEnv('PATH', folder);
      const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
      await ensureFaces();
      if (canInstall()) {
        const said = (await readFile(path.join(folder, 'said'), 'utf8')).trim().split('\n');
        expect(said).toEqual([
          expect.stringMatching(/ update$/),
          expect.stringMatching(/ install --yes --no-install-recommends fonts-liberation fontconfig$/),
        ]);
        expect(warned).not.toHaveBeenCalled();
        await ensureFaces();
        expect((await readFile(path.join(folder, 'said'), 'utf8')).trim().split('\n')).toEqual(said);
      } else {
        expect(warned.mock.calls.flat().join(' ')).toContain('apt-get install fonts-liberation fontconfig');
      }
    } finally {
      vi.restoreAllMocks();
      await rm(folder, { recursive: true });
    }
  },
);
