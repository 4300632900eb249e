import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { once } from 'node:events';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { EnvError } from './env.ts';
import { knownSecret, sessionSecret } from './secret.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'secret-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

test('a secret is made once, kept, and readable only by its owner', () => {
  const folder = join(dataDir, 'new');
  const made = sessionSecret({ dataDir: folder });
  expect(made).toMatch(/^[\w-]{43}$/);
  expect(sessionSecret({ dataDir: folder })).toBe(made);
  const file = join(folder, 'session-secret');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(folder).mode & 0o777, 'its folder too').toBe(0o700);
  expect(readFileSync(file, 'utf8').trim()).toBe(made);
});

test('a given secret is used and not kept', () => {
  expect(sessionSecret({ given: 'given', dataDir })).toBe('given');
  expect(readdirSync(dataDir)).toEqual([]);
});

test('processes that start at the same moment agree', async () => {
  const code = `
    const { parentPort, workerData } = require('node:worker_threads');
    import(workerData.module).then(({ sessionSecret }) => parentPort.postMessage(sessionSecret({ dataDir: workerData.dataDir })));`;
  const module = new URL('./secret.ts', import.meta.url).href;
  const secrets = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const [secret] = (await once(new Worker(code, { eval: true, workerData: { module, dataDir } }), 'message')) as [
        string,
      ];
      return secret;
    }),
  );
  expect(new Set(secrets).size).toBe(1);
  expect(readdirSync(dataDir)).toEqual(['session-secret']);
});

test('a folder that cannot be used, or a kept file that cannot be read, is refused with a message', () => {
  writeFileSync(join(dataDir, 'file'), '');
  for (const place of ['file', 'file/data'])
    expect(() => sessionSecret({ dataDir: join(dataDir, place) })).toThrow(
      new RegExp(`^DATA_DIR is ".+${place}", which cannot be used \\(E.+\\)\\. Set it to a folder that you own\\.$`),
    );
  expect(knownSecret({ dataDir: join(dataDir, 'file') }), 'there is none').toBeUndefined();
  mkdirSync(join(dataDir, 'session-secret'));
  expect(() => sessionSecret({ dataDir })).toThrow(/session-secret cannot be read \(EISDIR: .+\)\. Make it a file/);
  expect(() => sessionSecret({ dataDir })).toThrow(EnvError);
});

test('a kept file that holds too little is refused, with a message and no stack', () => {
  writeFileSync(join(dataDir, 'session-secret'), 'short\n');
  const sentence = `${join(dataDir, 'session-secret')} holds fewer than 32 characters. Delete it to have a new one made, or set SESSION_SECRET.`;
  expect(() => sessionSecret({ dataDir })).toThrow(new EnvError(sentence));
  expect(() => sessionSecret({ dataDir })).toThrow(EnvError);
});
