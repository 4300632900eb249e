/** Releases in object storage, written by the release tool and read by the shell's store. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Release } from '../../shared/contracts/registry.ts';
import { openStore } from '../../shared/release-store/reading-store.ts';
import { readRegistry, updateRegistry } from '../../shared/release-store/registry-file.ts';
import { S3Folder } from '../../shared/node/files/s3-folder.ts';
import { StoreError } from '../../shared/node/files/store-error.ts';
import { S3Writer } from '../../shared/release-store/s3-writer.ts';
import { writerOf } from '../../shared/release-store/store-writer.ts';
import { currentReleases } from '../../shared/releases/current.ts';
import { integrityOf } from '../../shared/releases/integrity.ts';
import type { Retention } from '../../shared/releases/prunable.ts';
import { type ObjectStorage, startS3 } from '../s3/start-s3.ts';
import { createRelease } from './create-release.ts';
import { fetchRelease } from './gate/fetch-release.ts';
import { damages, listReleases } from './listing.ts';
import { leftBehindIn, prune } from './prune.ts';
import { publish, rollBack } from './publish.ts';
import { writeBuild } from './test-support/sample-build.ts';

/** How long a test waits for something to become true. */
const PATIENCE = { timeout: 15_000 };

let storage: ObjectStorage;
let folder: string;
let store: string;

beforeAll(async () => {
  storage = await startS3();
});
afterAll(() => storage.stop());
beforeEach(async () => {
  for (const [name, value] of Object.entries(storage.env)) vi.stubEnv(name, value);
  folder = await mkdtemp(path.join(tmpdir(), 's3-store-'));
  store = `s3://${storage.bucket}/${path.basename(folder)}`;
});
afterEach(async () => {
  vi.unstubAllEnvs();
  // A store may still be taking copies.
  await rm(folder, { recursive: true, maxRetries: 5 });
});

async function released(page: string) {
  const dist = path.join(folder, 'dist');
  await writeBuild(dist, { page });
  const created = await createRelease('mf-sample', dist, store);
  // Without asking Git for the commit, which takes two processes for each release.
  await publish(created.release, store, { author: { by: 'ada' } });
  return created;
}

/** What the bucket lists under such names is ten minutes older from now on, or as much as `ms` says. */
function aged(part: string, ms = 10 * 60_000) {
  const { list } = S3Folder.prototype;
  return vi.spyOn(S3Folder.prototype, 'list').mockImplementation(async function (this: S3Folder, beginning) {
    return (await list.call(this, beginning)).map((each) =>
      each.file.includes(part) ? { ...each, modifiedAt: each.modifiedAt - ms } : each,
    );
  });
}

const openBucket = (mirror = 'mirror', said: string[] = []) =>
  openStore(store, path.join(folder, mirror), (trouble) => said.push(trouble));

describe('a bucket', () => {
  test('takes releases, lists and verifies them, and goes back', async () => {
    const first = await released('export const a = 1;');
    expect(first.isNew).toBe(true);
    expect((await released('export const a = 1;')).isNew, 'the same build').toBe(false);
    const second = await released('export const a = 2;');
    const registry = await readRegistry(store);
    expect(currentReleases(registry).get('mf-sample')!.metadata.version).toBe(second.release.version);
    const [newest] = await listReleases(registry, store);
    expect(newest!.bytes).toBeGreaterThan(0);
    expect(await damages(registry, store)).toEqual([]);
    expect(await rollBack('mf-sample', store)).toBe(first.release.version);
    const previous = await new S3Folder(store).read('registry.previous.json');
    expect(JSON.parse(previous!.bytes.toString())).toEqual(registry);
  });

  test('damage is found, and repaired by releasing the sources again', async () => {
    const { release } = await released('export const a = 1;');
    const file = `mf-sample/${release.version}/assets/page.js`;
    await new S3Folder(store).write(file, 'altered', {});
    expect(await damages(await readRegistry(store), store)).toEqual([`mf-sample ${release.version}: assets/page.js`]);
    await expect(publish(release, store)).rejects.toThrow(/is damaged \(assets\/page\.js\)/);
    expect((await released('export const a = 1;')).isNew).toBe(true);
    expect(await damages(await readRegistry(store), store)).toEqual([]);
  });

  test('a release has its document when everything else has arrived, and leaves nothing on the disk', async () => {
    const [dist, temporary] = [path.join(folder, 'dist'), path.join(folder, 'temporary')];
    await writeBuild(dist, {});
    await mkdir(temporary);
    vi.stubEnv('TMPDIR', temporary);
    const { write } = S3Folder.prototype;
    const written: string[] = [];
    let before: string[] = [];
    using _ = vi.spyOn(S3Folder.prototype, 'write').mockImplementation(async function (this: S3Folder, file, ...rest) {
      if (file.endsWith('/release.json')) before = [...written];
      // Long enough for a write that is not awaited to come too late.
      await delay(20);
      const answer = await write.call(this, file, ...rest);
      written.push(file);
      return answer;
    });
    const { release } = await createRelease('mf-sample', dist, store);
    const files = Object.keys(release.files).map((file) => `mf-sample/${release.version}/${file}`);
    expect(before).toEqual(expect.arrayContaining(files));
    expect(written).toContain(`mf-sample/${release.version}/release.json`);
    expect(await readdir(temporary)).toEqual([]);
  });

  test('a release that was not published can be removed', async () => {
    const dist = path.join(folder, 'dist');
    await writeBuild(dist, {});
    const { release } = await createRelease('mf-sample', dist, store);
    await writerOf(store).remove('mf-sample', release.version);
    const files = new S3Folder(store);
    for (const file of ['release.json', ...Object.keys(release.files)])
      expect(await files.read(`mf-sample/${release.version}/${file}`), file).toBeUndefined();
  });

  test('clients that are killed hold up no one', async () => {
    const { hostname, port } = new URL(storage.env.AWS_ENDPOINT_URL_S3);
    const begun = (head: string): Socket => {
      const socket = connect(Number(port), hostname);
      socket.write(`${head}\r\nHost: ${hostname}\r\n\r\n`);
      return socket;
    };
    // The second one waits for its turn until the first one has sent what it announced.
    const sockets = [
      begun(`PUT /${storage.bucket}/a HTTP/1.1\r\nContent-Length: 9`),
      begun(`GET /${storage.bucket}/a HTTP/1.1`),
    ];
    await delay(100);
    for (const socket of sockets.toReversed()) {
      socket.destroy();
      await delay(100);
    }
    expect((await released('export const a = 1;')).isNew).toBe(true);
  });

  test('what a killed client wrote to prove that conditions are honoured is removed once it is old', async () => {
    const names = ['.conditional-writes-old', '.conditional-writes-of-somebody-at-work'];
    const write = async (file: string) => new S3Folder(store).write(file, 'x', {});
    for (const name of names) await write(name);
    const listing = aged(names[0]!, 2 * 60 * 60_000);
    await write('registry.json');
    listing.mockRestore();
    const left = await new S3Folder(store).list();
    expect(left.map(({ file }) => file)).toEqual([names[1], 'registry.json']);
  });

  test('what two processes release at the same time is all there', async () => {
    const program = path.join(import.meta.dirname, 'test-support/release-four.ts');
    const children = ['mf-one', 'mf-two'].map((name) =>
      fork(program, [name, store, path.join(folder, name)], { execArgv: [], env: { ...process.env, VITEST: '' } }),
    );
    // One that begins earlier would be done before the other one.
    await Promise.all(children.map((child) => once(child, 'message')));
    for (const child of children) child.send('publish');
    const codes = await Promise.all(children.map(async (child) => (await once(child, 'exit'))[0] as number));
    expect(codes).toEqual([0, 0]);
    const { microFrontends } = await readRegistry(store);
    for (const name of ['mf-one', 'mf-two']) {
      expect(microFrontends[name]).toHaveLength(4);
      expect(microFrontends[name]!.every(({ extras }) => extras.current)).toBe(true);
    }
  });
});

describe('pruning a bucket', () => {
  const all = (): Retention => ({ keep: 1, usedSince: Date.now() + 60_000 });
  const objectsOf = async (version: string) =>
    (await new S3Folder(store).list(`mf-sample/${version}/`)).map(({ file }) => file.slice(file.lastIndexOf('/') + 1));
  /** Releases this many times. @returns the versions */
  async function releasedTimes(times: number): Promise<string[]> {
    const versions: string[] = [];
    for (let page = 1; page <= times; page += 1)
      versions.push((await released(`export const a = ${page};`)).release.version);
    return versions;
  }
  /** Takes a release's entry out of the registry, like a prune that is interrupted before the files go. */
  async function forget(version: string): Promise<void> {
    await updateRegistry(store, ({ microFrontends, ...registry }) => {
      const left = microFrontends['mf-sample']!.filter(({ metadata }) => metadata.version !== version);
      return { ...registry, microFrontends: { 'mf-sample': left } };
    });
    await delay(1_100); // the bucket's clock has seconds
  }

  test('removes what nobody needs, from the registry and the bucket, and says how much', async () => {
    const versions = await releasedTimes(4);
    const planned = await prune(store, { ...all(), isDry: true });
    expect(await objectsOf(versions[0]!)).toContain('release.json');
    const pruned = await prune(store, all());
    expect(pruned).toEqual(planned);
    expect(pruned.map(({ version, bytes, isLeftBehind }) => [version, bytes > 100, isLeftBehind]).toSorted()).toEqual(
      versions
        .slice(0, 2)
        .map((version) => [version, true, false])
        .toSorted(),
    );
    expect((await readRegistry(store)).microFrontends['mf-sample']).toHaveLength(2);
    for (const version of versions.slice(0, 2)) expect(await objectsOf(version)).toEqual([]);
    for (const version of versions.slice(2)) expect(await objectsOf(version)).toContain('remoteEntry.js');
    expect(await damages(await readRegistry(store), store)).toEqual([]);
    expect(await prune(store, all())).toEqual([]);
  });

  test('finds what an interrupted one left, and no release that is about to be published', async () => {
    const [first] = await releasedTimes(2);
    await forget(first!);
    const dist = path.join(folder, 'dist');
    await writeBuild(dist, { page: 'export const a = 4;' });
    const { release: coming } = await createRelease('mf-sample', dist, store);
    expect((await leftBehindIn(store)).map(({ version }) => version)).toEqual([first]);
    expect(await prune(store, { keep: 5, usedSince: 0 })).toMatchObject([{ version: first, isLeftBehind: true }]);
    expect(await objectsOf(first!)).toEqual([]);
    await publish(coming, store);
    expect(await damages(await readRegistry(store), store)).toEqual([]);
  });

  test('leaves a release that is wanted again until it is published', async () => {
    const [first] = await releasedTimes(2);
    await forget(first!);
    const dist = path.join(folder, 'dist');
    await writeBuild(dist, { page: 'export const a = 1;' });
    const again = await createRelease('mf-sample', dist, store);
    expect(again.isNew).toBe(false);
    // Like a prune that found it before it was wanted.
    expect(await writerOf(store).removeUnused('mf-sample', first!, Date.now())).toBe(false);
    await publish(again.release, store);
    expect(await writerOf(store).removeUnused('mf-sample', first!, Date.now()), 'it is current').toBe(false);
    expect((await objectsOf(first!)).filter((file) => file.startsWith('.wanted'))).toEqual([]);
    expect(await damages(await readRegistry(store), store)).toEqual([]);
  });

  test('leaves a release while one of two who want it is not done', async () => {
    const [first] = await releasedTimes(2);
    await forget(first!);
    const writers = [new S3Writer(store), new S3Writer(store)];
    for (const isRemoved of [false, true]) {
      const writer = writers.pop()!;
      if (!isRemoved) for (const each of [writer, ...writers]) await each.claim('mf-sample', first!);
      await writer.settle('mf-sample', first!);
      expect(await writerOf(store).removeUnused('mf-sample', first!, Date.now())).toBe(isRemoved);
    }
  });

  test('publishing a release that is being removed waits, and remakes it', async () => {
    const [first] = await releasedTimes(2);
    const files = new S3Folder(store);
    const mark = `mf-sample/${first}/.being-removed.1`;
    await files.write(mark, 'x', {});
    const dist = path.join(folder, 'dist');
    await writeBuild(dist, { page: 'export const a = 1;' });
    const again = createRelease('mf-sample', dist, store);
    expect(await Promise.race([again, delay(1_500, 'waits')])).toBe('waits');
    for (const file of Object.keys((await readReleaseOf(first!)).files))
      await files.remove(`mf-sample/${first}/${file}`);
    await files.remove(mark);
    expect(await again).toMatchObject({ isNew: true, release: { version: first } });
  });

  test('an interrupted removal is not waited for', async () => {
    const [first] = await releasedTimes(2);
    await new S3Folder(store).write(`mf-sample/${first}/.being-removed.1`, 'x', {});
    const listing = aged('.being-removed');
    expect((await released('export const a = 1;')).isNew).toBe(false);
    listing.mockRestore();
    expect(await objectsOf(first!)).not.toContain('.being-removed.1');
  });

  async function readReleaseOf(version: string): Promise<Release> {
    const document = await writerOf(store).read(`mf-sample/${version}/release.json`);
    return JSON.parse(document!.toString('utf8')) as Release;
  }
});

describe('the trial of another release', () => {
  const copies = () => path.join(folder, 'trial', 'copies');
  const rewritten = async ({ name, version }: Release, document: string) =>
    new S3Folder(store).write(`${name}/${version}/release.json`, document, {});

  test('has a whole release of each remote, without what the bucket lacks', async () => {
    const { release } = await released('export const a = 1;');
    await new S3Folder(store).remove(`mf-sample/${release.version}/assets/part.js`);
    await fetchRelease(store, `mf-sample/${release.version}`, copies());
    const there = await readdir(path.join(copies(), 'mf-sample', release.version), { recursive: true });
    expect(there).toContain('release.json');
    expect(there).toContain('assets/page.js');
    expect(there).not.toContain('assets/part.js');
  });

  test.each([
    ['was cut short', '{ "files": { "entry.js'],
    ['names a file elsewhere', JSON.stringify({ files: { '../../../outside.js': 'sha384-' } })],
  ])('goes without a release whose document %s, and writes nothing elsewhere', async (_what, document) => {
    const { release } = await released('export const a = 1;');
    await rewritten(release, document);
    await new S3Folder(`s3://${storage.bucket}`).write('outside.js', 'bytes', {});
    await fetchRelease(store, `mf-sample/${release.version}`, copies());
    expect(await readdir(path.join(folder, 'trial')).catch(() => [])).toEqual([]);
    const [listed] = await listReleases(await readRegistry(store), store);
    expect(listed!.bytes).toBeUndefined();
  });
});

describe('a shell that reads a bucket', () => {
  test('sees a release within a second or two', async () => {
    const first = await released('export const a = 1;');
    const opened = openBucket();
    const version = async () => currentReleases(await opened.registry()).get('mf-sample')!.metadata.version;
    expect(await version()).toBe(first.release.version);
    const second = await released('export const a = 2;');
    await expect.poll(version, PATIENCE).toBe(second.release.version);
  });

  test('answers from its own copies while the bucket is away, even after a restart', async () => {
    const { release } = await released('export const a = 1;');
    const opened = openBucket();
    const registry = await opened.registry();
    const everyFile = Object.entries(release.files);
    // The mirror takes all files of what is current, so that the first visitor who needs one does not need the bucket.
    const missing = async (): Promise<string[]> => {
      await opened.registry();
      const mirrored = path.join(folder, 'mirror/mf-sample', release.version);
      const each = everyFile.map(async ([file]) =>
        (await stat(path.join(mirrored, file)).catch(() => {})) ? [] : file,
      );
      return (await Promise.all(each)).flat();
    };
    await expect.poll(missing, PATIENCE).toEqual([]);
    await storage.down();
    try {
      const said: string[] = [];
      await delay(1_100);
      expect(await opened.registry()).toEqual(registry);
      const restarted = openBucket('mirror', said);
      expect(await restarted.registry()).toEqual(registry);
      expect(said).toEqual([
        expect.stringMatching(/registry\.json cannot be read: .+\. The releases that were current stay so\./),
      ]);
      for (const [file, integrity] of everyFile) {
        const local = await restarted.file(`mf-sample/${release.version}/${file}`, integrity);
        expect((await readFile(local)).length).toBeGreaterThan(0);
      }
      const strange = openBucket('empty').registry();
      await expect(strange).rejects.toThrow(`${store}/registry.json cannot be read`);
      await expect(strange).rejects.toBeInstanceOf(StoreError);
    } finally {
      await storage.up();
    }
    const next = await released('export const a = 2;');
    await expect
      .poll(async () => currentReleases(await opened.registry()).get('mf-sample')!.metadata.version, PATIENCE)
      .toBe(next.release.version);
  });

  test('takes no file that was altered', async () => {
    const { release } = await released('export const a = 1;');
    const file = `mf-sample/${release.version}/assets/page.js`;
    await new S3Folder(store).write(file, 'altered', {});
    await expect(openBucket().file(file, release.files['assets/page.js']!)).rejects.toThrow(
      `${store}/${file} is not the file that was released`,
    );
  });
});

describe('refused in a sentence:', () => {
  test.each(['mf-sample/1/../../../outside.js', '../outside.js', 'mf-sample/../../outside.js'])(
    'a file called %s, which would be written outside of the mirror',
    async (file) => {
      const outside = path.posix.join(path.basename(folder), 'outside.js');
      await new S3Folder(`s3://${storage.bucket}`).write(outside, 'bytes', {});
      await expect(openBucket('a/b').file(file, integrityOf('bytes'))).rejects.toThrow('is not a file name');
    },
  );

  test('a URL without a bucket', () => {
    expect(() => openStore('s3://', folder)).toThrow('RELEASES_URL is "s3://"; allowed: s3:// and a bucket');
  });

  test('a server that ignores conditions on writing', async () => {
    const old = await startS3({ ignoresConditions: true });
    try {
      for (const [name, value] of Object.entries(old.env)) vi.stubEnv(name, value);
      const attempt = updateRegistry(`s3://${old.bucket}/x`, (registry) => ({ ...registry, schema: 'mine' }));
      await expect(attempt).rejects.toThrow(/does not know If-Match and If-None-Match for writing/);
      expect(await new S3Folder(`s3://${old.bucket}/x`).read('registry.json')).toBeUndefined();
    } finally {
      await old.stop();
    }
  });

  test('a registry whose predecessor cannot be kept: a change that is said to have failed was not made', async () => {
    const strict = await startS3({ forbidden: /registry\.previous\.json$/ });
    try {
      for (const [name, value] of Object.entries(strict.env)) vi.stubEnv(name, value);
      const to = (schema: string) => updateRegistry(`s3://${strict.bucket}/x`, (registry) => ({ ...registry, schema }));
      await to('first');
      await expect(to('second')).rejects.toThrow(/registry\.previous\.json cannot be written: AccessDenied/);
      expect((await readRegistry(`s3://${strict.bucket}/x`)).schema).toBe('first');
    } finally {
      await strict.stop();
    }
  });

  test('a bucket that does not exist', async () => {
    const attempt = updateRegistry('s3://no-such-bucket/x', (registry) => ({ ...registry, schema: 'mine' }));
    await expect(attempt).rejects.toThrow(/s3:\/\/no-such-bucket\/x\/registry\.json cannot be read: NoSuchBucket/);
  });

  test('a wrong key', async () => {
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'wrong');
    await expect(readRegistry(`${store}/wrong-key`)).rejects.toThrow(/cannot be read: SignatureDoesNotMatch/);
  });

  test('an endpoint that is not a URL', async () => {
    vi.stubEnv('AWS_ENDPOINT_URL_S3', 'bucket.example');
    await expect(readRegistry(`${store}/no-endpoint`)).rejects.toThrow(/AWS_ENDPOINT_URL_S3 is .*allowed: a URL/s);
  });
});
