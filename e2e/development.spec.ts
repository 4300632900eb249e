/** `npm run dev`: a change in a remote and one in the shell show in an open page, without losing its state. */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'playwright/test';
import { repositoryRoot } from '../tooling/workspace/root.ts';
import { freePort } from '../tooling/processes/free-port.ts';

test.setTimeout(180_000);

test('hot reload reaches across federation and server rendering', async ({ page, request }) => {
  const [port, apiPort] = [await freePort(), await freePort()];
  const url = `http://localhost:${port}`;
  const dataDir = await mkdtemp(path.join(tmpdir(), 'dev-'));
  const dev = spawn(process.execPath, ['tooling/commands/dev.ts'], {
    cwd: repositoryRoot,
    env: {
      ...process.env,
      PORT: String(port),
      API_PORT: String(apiPort),
      API_URL: `http://localhost:${apiPort}`,
      PUBLIC_URL: url,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      PATH: `${path.join(repositoryRoot, 'node_modules/.bin')}${path.delimiter}${process.env.PATH}`,
    },
    stdio: 'ignore',
  });
  const remoteSource = path.join(repositoryRoot, 'mf-auth/src/features/login/login-page.tsx');
  const shellSource = path.join(repositoryRoot, 'shell/src/frame/frame.tsx');
  const originals = new Map<string, string>();
  const edit = async (file: string, from: string, to: string): Promise<void> => {
    const text = await readFile(file, 'utf8');
    originals.set(file, text);
    expect(text, file).toContain(from);
    await writeFile(file, text.replace(from, to));
  };

  try {
    await expect
      .poll(
        () =>
          request.get(`${url}/login`).then(
            (response) => response.status(),
            () => 0,
          ),
        { timeout: 60_000 },
      )
      .toBe(200);
    const complaints: string[] = [];
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    const heading = page.getByRole('heading', { level: 1 });
    // The first visits make the dev servers optimise their packages, and reload the page when they have.
    await expect
      .poll(
        async () => {
          complaints.length = 0;
          await page.goto(`${url}/login`, { waitUntil: 'networkidle' });
          return complaints.length === 0 && (await heading.evaluate(isHydrated));
        },
        { timeout: 60_000, message: 'the remote runs in the browser' },
      )
      .toBe(true);
    await page.evaluate(() => Object.assign(globalThis, { kept: true }));
    await expect(heading).toHaveText('Log In');

    await edit(remoteSource, 'heading="Log In"', 'heading="Log In, changed"');
    await expect(heading).toHaveText('Log In, changed', { timeout: 15_000 });
    expect(await (await request.get(`${url}/login`)).text()).toContain('Log In, changed</h1>');

    await edit(shellSource, 'Skip to content', 'Skip to what matters');
    await expect(page.getByRole('link', { name: 'Skip to what matters' })).toBeAttached({ timeout: 15_000 });
    expect(
      await page.evaluate(() => (globalThis as unknown as { kept?: boolean }).kept),
      'the page was not loaded anew',
    ).toBe(true);
    expect(complaints).toEqual([]);
  } finally {
    for (const [file, text] of originals) await writeFile(file, text);
    dev.kill('SIGINT');
    await new Promise((resolve) => dev.once('exit', resolve));
    await rm(dataDir, { recursive: true, force: true });
  }
});

/** React marks the nodes that it has taken over. */
function isHydrated(element: Element): boolean {
  return Object.keys(element).some((key) => key.startsWith('__reactFiber$'));
}
