import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { keepRunning } from './kept-running.ts';
import { builtApi } from '../build/ensure-built.ts';
import { startServer, type RunningServer } from './servers.ts';

/** How long a start may take on a busy machine. */
const READY_MS = 60_000;

test('a server that died is brought back at its port, after a pause that grows, until it is stopped', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'kept-running-'));
  const env = { DATA_DIR: dataDir, DATABASE_URL: '', SMTP_URL: '', LOG_LEVEL: 'error', NODE_ENV: 'test' };
  const started: RunningServer[] = [];
  const told: string[] = [];
  const kept = await keepRunning(
    'The API',
    async (port = 0) => {
      const server = await startServer(await builtApi(), { ...env, API_PORT: String(port) });
      started.push(server);
      return server;
    },
    (sentence) => told.push(sentence),
  );
  const answers = () =>
    fetch(`http://127.0.0.1:${kept.port}/healthz`).then(
      ({ status }) => status,
      () => 0,
    );
  expect(await answers()).toBe(200);
  for (const pause of [0.5, 1]) {
    started.at(-1)!.process.kill('SIGKILL');
    await started.at(-1)!.exited;
    await expect.poll(answers, { timeout: READY_MS, interval: 100 }).toBe(200);
    await expect.poll(() => told.at(-1)).toBe('The API is back.');
    expect(told.at(-2)).toContain(
      `The API stopped by itself (status null); its messages are above. It is started again in ${pause} s.`,
    );
  }
  await kept.stop();
  expect(await answers()).toBe(0);
  expect(started).toHaveLength(3);
  await rm(dataDir, { recursive: true });
});
