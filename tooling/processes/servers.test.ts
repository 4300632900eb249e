import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { builtApi } from '../build/ensure-built.ts';
import { ServerNotReady, startServer } from './servers.ts';

test('a server that does not start says why in the error', async () => {
  const starting = startServer(await builtApi(), { API_PORT: 'eighty' });
  await expect(starting).rejects.toThrow(ServerNotReady);
  await expect(starting).rejects.toThrow(
    /stopped with status 1 before it was ready\. It said:\nAPI: .*\n {2}API_PORT is "eighty"/,
  );
});

test('one that starts tells its port, and is gone after its stop', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'servers-'));
  const env = {
    DATA_DIR: dataDir,
    API_PORT: '0',
    DATABASE_URL: '',
    SMTP_URL: '',
    LOG_LEVEL: 'error',
    NODE_ENV: 'test',
  };
  const server = await startServer(await builtApi(), env);
  expect((await fetch(`http://127.0.0.1:${server.port}/api/openapi.json`)).status).toBe(200);
  await server.stop();
  expect(await server.exited).toBe(0);
  await rm(dataDir, { recursive: true });
});
