import { execFile } from 'node:child_process';
import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  readlink,
  rm,
  stat,
  utimes,
  writeFile,
  type FileHandle,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { becoming, THEIR_GROUP } from '../node/test-support/becoming.ts';
import { FolderWriter } from './folder-writer.ts';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'folder-writer-'));
});
afterAll(() => rm(root, { recursive: true }));

const VERSION = '0123456789abcd';
/** So many that without care one of them fails. */
const ROUNDS = 20;

// Which file a handle is of, only Linux tells.
test.runIf(process.platform === 'linux')('what the registry names has reached the disk before it does', async () => {
  const handle = await open(root, 'r');
  const prototype = Object.getPrototypeOf(handle) as FileHandle;
  await handle.close();
  const { sync } = prototype;
  const synced: string[] = [];
  using _spy = vi.spyOn(prototype, 'sync').mockImplementation(async function (this: FileHandle) {
    synced.push(path.relative(root, await readlink(`/proc/self/fd/${this.fd}`)));
    await sync.call(this);
  });

  const writer = new FolderWriter(root);
  const stage = await writer.stage('mf-blog', VERSION);
  await mkdir(path.join(stage, 'assets'));
  await writeFile(path.join(stage, 'release.json'), '{}');
  await writeFile(path.join(stage, 'assets/post.js'), '1');
  await writer.place(stage, 'mf-blog', VERSION);
  await writer.changeRegistry(() => '{}');

  const staged = path.relative(root, stage);
  const before = synced.slice(0, synced.indexOf('registry.json.next'));
  expect(before.toSorted()).toEqual(
    ['', 'mf-blog', staged, `${staged}/assets`, `${staged}/assets/post.js`, `${staged}/release.json`].toSorted(),
  );
  expect(synced.length).toBeGreaterThan(before.length);
  synced.length = 0;
  await writer.settleRegistry();
  expect(synced).toEqual(['']);
});

async function place(writer: FolderWriter, who: string): Promise<void> {
  const stage = path.join(root, 'mf-auth', `.${VERSION}.${who}`);
  await mkdir(stage, { recursive: true });
  await writeFile(path.join(stage, 'release.json'), '{}');
  await writer.place(stage, 'mf-auth', VERSION);
}

test('two who release the same at the same moment both succeed', async () => {
  const writer = new FolderWriter(root);
  for (let round = 0; round < ROUNDS; round += 1) {
    await Promise.all(['one', 'another', 'a third'].map((who) => place(writer, who)));
    expect(await readdir(path.join(root, 'mf-auth'))).toEqual([VERSION]);
    await writer.remove('mf-auth', VERSION);
  }
});

test.each(['earlier', 'later'])('a release stays while one of two wants it and the %s one is done', async (done) => {
  const folder = path.join(root, 'mf-auth', VERSION);
  await mkdir(folder, { recursive: true });
  await utimes(folder, 0, 0);
  const writers = [new FolderWriter(root), new FolderWriter(root)];
  for (const writer of writers) {
    await writer.claim('mf-auth', VERSION);
    await delay(2); // so that their claims differ
  }
  const [first, second] = done === 'earlier' ? writers : writers.toReversed();
  const isRemoved = () => new FolderWriter(root).removeUnused('mf-auth', VERSION, Date.now());
  await first!.settle('mf-auth', VERSION);
  expect(await isRemoved()).toBe(false);
  if (done === 'earlier') return; // its claim is left, and expires
  await second!.settle('mf-auth', VERSION);
  await delay(2);
  expect(await isRemoved()).toBe(true);
});

test('a release that one process wants twice is free when that process is done', async () => {
  const folder = path.join(root, 'mf-auth', VERSION);
  await mkdir(folder, { recursive: true });
  await utimes(folder, 0, 0);
  const writer = new FolderWriter(root);
  for (let times = 0; times < 2; times += 1) {
    await writer.claim('mf-auth', VERSION);
    await delay(2);
  }
  await writer.settle('mf-auth', VERSION);
  await delay(2);
  expect(await writer.removeUnused('mf-auth', VERSION, Date.now())).toBe(true);
});

test('a release is wanted from when it is placed, whether or not it existed already', async () => {
  const writer = new FolderWriter(root);
  const folder = path.join(root, 'mf-auth', VERSION);
  const isRemoved = () => writer.removeUnused('mf-auth', VERSION, Date.now() + 60_000);
  await place(writer, 'one');
  expect(await isRemoved()).toBe(false);
  await utimes(folder, 0, 0);
  await place(writer, 'another');
  expect(await isRemoved()).toBe(false);
  await utimes(folder, 0, 0);
  expect(await isRemoved()).toBe(true);
});

test('what killed processes were writing goes with the next release, and nothing that is being written', async () => {
  const folder = path.join(root, 'mf-careers');
  const writer = new FolderWriter(root);
  const [left, written] = [await writer.stage('mf-careers', VERSION), await writer.stage('mf-careers', VERSION)];
  const [hour, minute] = [3_600, 60];
  const now = Date.now() / 1_000;
  await utimes(left, now, now - hour - minute);
  await utimes(written, now, now - hour + minute);
  await mkdir(path.join(folder, '.snapshot'));
  await utimes(path.join(folder, '.snapshot'), 0, 0);
  const stage = await writer.stage('mf-careers', VERSION);
  const names = [stage, written, '.snapshot'].map((each) => path.basename(each));
  expect((await readdir(folder)).toSorted()).toEqual(names.toSorted());
});

test('two processes with the same id, each in its container, release one remote at the same time', async () => {
  const versions = [VERSION, VERSION, 'b'.repeat(14)];
  const writers = versions.map((version) => ({ writer: new FolderWriter(root), version }));
  const staged = await Promise.all(
    writers.map(async ({ writer, version }) => ({ writer, version, stage: await writer.stage('mf-twice', version) })),
  );
  for (const { stage } of staged) await writeFile(path.join(stage, 'release.json'), '{}');
  for (const { writer, version, stage } of staged) await writer.place(stage, 'mf-twice', version);
  const folder = path.join(root, 'mf-twice');
  expect(await readdir(folder)).toEqual([...new Set(versions)].toSorted());
  expect(await readdir(path.join(folder, VERSION))).toEqual(['release.json']);
});

// Only root can become others.
test.runIf(process.getuid?.() === 0)('two users who share the store release the same', async () => {
  const store = path.join(root, 'shared');
  await mkdir(store);
  await chown(store, 0, THEIR_GROUP);
  for (const folder of [root, store]) await chmod(folder, 0o775);
  const program = (user: number) => `
    import { writeFileSync } from 'node:fs';
    import { FolderWriter } from ${JSON.stringify(new URL('folder-writer.ts', import.meta.url).href)};${becoming(user)}
    const [writer, name, version] = [new FolderWriter(${JSON.stringify(store)}), 'mf-auth', '${VERSION}'];
    await writer.claim(name, version);
    const stage = await writer.stage(name, version);
    writeFileSync(stage + '/release.json', '{}');
    await writer.place(stage, name, version);
    await writer.changeRegistry(() => '${user}');
    await writer.settle(name, version);`;
  const [ada, ben] = [54_321, 54_322] as const;
  const releasedBy = (user: number) =>
    promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program(user)]);
  await releasedBy(ada);
  const folder = path.join(store, 'mf-auth', VERSION);
  await utimes(folder, 0, 0);
  const before = Date.now();
  await releasedBy(ben);
  expect(await readFile(path.join(store, 'registry.json'), 'utf8')).toBe(String(ben));
  expect(await readdir(path.join(store, 'mf-auth')), 'no draft is left').toEqual([VERSION]);
  expect(await new FolderWriter(store).removeUnused('mf-auth', VERSION, before), 'it was wanted since').toBe(false);
});

test('a release that is whole stays where its readers are, and a damaged one is replaced', async () => {
  const writer = new FolderWriter(root);
  const folder = path.join(root, 'mf-auth', VERSION);
  const document = path.join(folder, 'release.json');
  await place(writer, 'one');
  const { ino } = await stat(document);
  await place(writer, 'another');
  expect((await stat(document)).ino).toBe(ino);
  await writeFile(document, 'damaged');
  await place(writer, 'a third');
  expect(await readFile(document, 'utf8')).toBe('{}');
  expect(await readdir(path.dirname(folder))).toEqual([VERSION]);
});
