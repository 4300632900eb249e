import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makePrivate } from './private-folder.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'private-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const put = (name: string, mode = 0o644) => {
  mkdirSync(join(dataDir, name, '..'), { recursive: true });
  writeFileSync(join(dataDir, name), 'x');
  chmodSync(join(dataDir, name), mode);
};
const modeOf = (name: string) => statSync(join(dataDir, name)).mode & 0o777;

test('database, secret, mails and uploads are taken from everybody else; what is not ours stays as it is', () => {
  const ours = ['site.db', 'site.db-wal', 'site.db-shm', 'session-secret', 'mail/one.eml', 'uploads/two'];
  const others = ['notes.txt', 'run.sh', 'releases/registry.json', 'own.db'];
  for (const name of [...ours, ...others]) put(name, name === 'run.sh' ? 0o755 : 0o644);
  chmodSync(dataDir, 0o755);
  expect(makePrivate(dataDir)).toEqual([]);
  expect(ours.map(modeOf)).toEqual(ours.map(() => 0o600));
  expect(['', 'mail', 'uploads'].map(modeOf)).toEqual([0o700, 0o700, 0o700]);
  expect(others.map(modeOf)).toEqual([0o644, 0o755, 0o644, 0o644]);
});

test('a folder for everybody is not made ours, but what we keep there is', () => {
  put('site.db');
  chmodSync(dataDir, 0o1777);
  expect(makePrivate(dataDir)).toEqual([dataDir]);
  expect(statSync(dataDir).mode & 0o7777).toBe(0o1777);
  expect(modeOf('site.db')).toBe(0o600);
});

test('a folder in which the program is, as it is in the root, is not made ours', () => {
  const folder = import.meta.dirname;
  const { mode } = statSync(folder);
  chmodSync(folder, 0o755);
  try {
    expect(makePrivate(folder)).toEqual([folder]);
    expect(statSync(folder).mode & 0o777).toBe(0o755);
  } finally {
    chmodSync(folder, mode);
  }
});

test('what is missing, or cannot be changed, does no harm', () => {
  symlinkSync(join(dataDir, 'nowhere'), join(dataDir, 'site.db'));
  writeFileSync(join(dataDir, 'mail'), 'a file where a folder belongs');
  expect(makePrivate(dataDir)).toEqual([]);
  expect(makePrivate(join(dataDir, 'no', 'such', 'folder'))).toEqual([]);
});
