/** What tests start in the place of the API's sources serves what the sources do. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { API_PROGRAM, startServer } from '../processes/servers.ts';
import { repositoryRoot } from '../workspace/root.ts';
import { bundledApi } from './api-program.ts';

const programs = { sources: API_PROGRAM, 'one file': await bundledApi() };

test('the same calls are described by the sources and by the one file, word for word', async () => {
  const documents = await Promise.all(Object.values(programs).map(openApiOf));
  expect(Object.keys((documents[0] as { paths: object }).paths).length).toBeGreaterThan(10);
  expect(documents[1]).toEqual(documents[0]);
});

test('its threads and processes are those of the sources', async () => {
  const folder = path.dirname(path.join(repositoryRoot, programs['one file']));
  const files = (await readdir(folder)).filter((name) => name.endsWith('.mjs'));
  const text = (await Promise.all(files.map((name) => readFile(path.join(folder, name), 'utf8')))).join('\n');
  for (const worker of ['checkpoint-thread', 'image-worker', 'cv-worker'])
    expect(text).toMatch(new RegExp(`\\./${worker}\\.ts[^;]*file://${repositoryRoot}/api/src/`));
});

async function openApiOf(program: string): Promise<unknown> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'api-program-'));
  const env = { NODE_ENV: 'production', LOG_LEVEL: 'warn', DATA_DIR: dataDir, DATABASE_URL: '', API_PORT: '0' };
  const server = await startServer(program, env);
  try {
    return await (await fetch(`http://127.0.0.1:${server.port}/api/openapi.json`)).json();
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true });
  }
}
