/** What browsers get of built files, and of a file's new build when they have the previous one. */
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, zstdDecompressSync } from 'node:zlib';
import staticFiles from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { precompress } from 'shared/node/http/precompress';
import { Deltas } from './deltas/deltas.ts';
import { copyOf, keepBuild } from './deltas/earlier-builds.ts';
import { fileRoutes } from './file-routes.ts';
import { createHttpApp } from './http-app.ts';

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('base64');
/** Text that does not compress by itself. */
const BODY = randomBytes(6_000).toString('base64');
const FIRST = `export const a = 1; // ${BODY}`;
const SECOND = `export const a = 2; // ${BODY}`;

let folder: string;
let app: FastifyInstance;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'files-'));
});
afterEach(async () => {
  await app?.close();
  await rm(folder, { recursive: true });
});

/** Writes a build's files. @returns its folder */
async function build(name: string, files: Record<string, string>): Promise<string> {
  const assets = path.join(folder, name);
  await mkdir(assets);
  for (const [file, text] of Object.entries(files)) {
    await writeFile(path.join(assets, file), text);
    await precompress(path.join(assets, file));
  }
  return assets;
}

/** Serves a build of the shell like the server. */
async function serve(assets: string, earlierBuilds: string[], copies?: string): Promise<void> {
  app = createHttpApp({ PUBLIC_URL: 'https://site.test', LOG_LEVEL: 'silent', TRUST_PROXY: undefined });
  await app.register(staticFiles, { root: assets, serve: false, preCompressed: true, cacheControl: false });
  const remotes = { registry: never, release: never, file: () => Promise.resolve(undefined) };
  await app.register(fileRoutes, { remotes, assets, copies, earlierBuilds });
}
const never = () => Promise.reject(new Error('not asked for'));

async function get(url: string, dictionary?: string, headers: Record<string, string> = {}) {
  const having = dictionary === undefined ? {} : { 'available-dictionary': `:${sha256(dictionary)}:` };
  const encoding = { 'accept-encoding': 'gzip, deflate, br, zstd, dcb, dcz' };
  const {
    statusCode,
    headers: answered,
    rawPayload,
  } = await app.inject({ url, headers: { ...encoding, ...having, ...headers } });
  return { status: statusCode, headers: answered, body: rawPayload, encoding: answered['content-encoding'] };
}

describe('a browser that has the file of the build before', () => {
  beforeEach(async () => {
    const home = path.join(folder, 'kept');
    await keepBuild(home, await build('one', { 'client-AAAAAAA1.js': FIRST, 'other-AAAAAAA1.js': BODY }), never);
    const now = await build('two', { 'client-B-_BBBB2.js': SECOND, 'client-part-BBBBBBB2.js': BODY });
    await serve(now, await keepBuild(home, now, never));
  });

  test('gets what is new in it, as RFC 9842 says it', async () => {
    // On a busy machine it takes so long to make that the first answers are the whole file.
    await expect
      .poll(async () => (await get('/assets/client-B-_BBBB2.js', FIRST)).encoding, { timeout: 20_000 })
      .toBe('dcz');
    const { status, headers, body } = await get('/assets/client-B-_BBBB2.js', FIRST);
    expect(status).toBe(200);
    expect(headers.vary).toBe('accept-encoding, available-dictionary');
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(headers['use-as-dictionary']).toBe('match="/assets/client-*.js"');
    expect(body.subarray(0, 8).toString('hex')).toBe('5e2a4d1820000000');
    expect(body.subarray(8, 40).toString('base64')).toBe(sha256(FIRST));
    expect(zstdDecompressSync(body.subarray(40), { dictionary: Buffer.from(FIRST) }).toString()).toBe(SECOND);
    expect(body.length).toBeLessThan(120);
    const again = await get('/assets/client-B-_BBBB2.js', FIRST);
    expect(again.body.equals(body)).toBe(true);
    expect(headers['content-type']).toBe((await get('/assets/client-B-_BBBB2.js')).headers['content-type']);
  });

  test.each<[string, string | undefined, Record<string, string>]>([
    ['has none', undefined, {}],
    ['has something else', 'something else', {}],
    ['has another file of that build', BODY, {}],
    ['does not know the encoding', FIRST, { 'accept-encoding': 'gzip, deflate, br' }],
    ['names no hash', undefined, { 'available-dictionary': ':AAAA:' }],
  ])('gets the whole file when it %s', async (_what, dictionary, headers) => {
    const answer = await get('/assets/client-B-_BBBB2.js', dictionary, headers);
    expect([answer.status, answer.encoding]).toEqual([200, 'br']);
    expect(answer.headers.vary).toBe('available-dictionary, accept-encoding');
    expect(answer.headers['use-as-dictionary']).toBe('match="/assets/client-*.js"');
  });

  test('gets the files of the build before as they were, for tabs and for shells that still have it', async () => {
    const { status, encoding, headers, body } = await get('/assets/client-AAAAAAA1.js');
    expect([status, encoding, brotliDecompressSync(body).toString()]).toEqual([200, 'br', FIRST]);
    expect(headers['use-as-dictionary']).toBe('match="/assets/client-*.js"');
    expect((await get('/assets/other-AAAAAAA1.js')).status).toBe(200);
  });

  test('gets nothing of what is no file, and no cache remembers that', async () => {
    for (const file of ['client-AAAAAAA9.js', '..%2fone%2fother-AAAAAAA1.js', '', '.']) {
      const { status, headers } = await get(`/assets/${file}`, FIRST);
      expect([status, headers['cache-control']], file).toEqual([404, 'no-store']);
    }
    const { status, headers } = await get('/remotes/mf-blog/01234567890123/page.js');
    expect([status, headers['cache-control']]).toEqual([404, 'no-store']);
  });
});

test('a delta that is larger than the compressed file is not sent', async () => {
  const home = path.join(folder, 'kept');
  const dictionary = randomBytes(3_000).toString('base64');
  await keepBuild(home, await build('one', { 'client-AAAAAAA1.js': dictionary }), never);
  const now = await build('two', { 'client-BBBBBBB2.js': 'a'.repeat(3_000) });
  await serve(now, await keepBuild(home, now, never));
  expect((await get('/assets/client-BBBBBBB2.js', dictionary)).encoding).toBe('br');
});

test('nothing is made from a file that has changed since its hash was taken', async () => {
  const [earlier, now, next] = ['earlier.js', 'now.js', 'next.js'].map((name) => path.join(folder, name));
  await Promise.all([writeFile(earlier!, FIRST), writeFile(now!, SECOND), writeFile(next!, SECOND)]);
  const deltas = new Deltas();
  const deltaOf = (file: string) =>
    deltas.of({ file, dictionary: sha256(FIRST), earlier: () => Promise.resolve([earlier!]) });
  await expect.poll(() => deltaOf(now!), { timeout: 20_000 }).toBeInstanceOf(Buffer);
  await writeFile(earlier!, SECOND);
  expect(await deltaOf(next!)).toBeUndefined();
});

test('deltas stay in memory up to a limit, and the least recently asked for goes first', async () => {
  const [earlier, ...files] = ['earlier', ...'123456789'].map((name) => path.join(folder, `${name}.js`));
  await writeFile(earlier!, FIRST);
  // Each delta is nearly as large as its file.
  for (const file of files) await writeFile(file, Buffer.concat([Buffer.from(FIRST), randomBytes(1_000_000)]));
  const deltas = new Deltas();
  let reads = 0;
  const deltaOf = (file: string) =>
    deltas.of({ file, dictionary: sha256(FIRST), earlier: () => ((reads += 1), Promise.resolve([earlier!])) });
  const made = (file: string) => expect.poll(() => deltaOf(file), { timeout: 20_000 }).toBeInstanceOf(Buffer);
  for (const file of files.slice(0, 8)) await made(file);
  reads = 0;
  await deltaOf(files[0]!);
  expect(reads, 'kept').toBe(0);
  await made(files[8]!);
  reads = 0;
  for (const file of [...files.slice(2), files[0]!]) await deltaOf(file);
  expect(reads, 'kept').toBe(0);
  await deltaOf(files[1]!);
  expect(reads, 'forgotten').toBe(1);
});

test('three builds before the one that runs are kept whole, by when they ran last', async () => {
  const fileOf = (name: string) => `client-AAAAAAA${name}.js`;
  const home = path.join(folder, 'kept');
  /** @returns the kept files of earlier builds, latest first */
  async function start(name: string, day: number): Promise<string[]> {
    const assets = path.join(folder, name);
    const earlier = await keepBuild(home, assets, never, new Date(Date.UTC(2026, 0, day)));
    const files = (await Promise.all(earlier.map((kept) => readdir(kept)))).flat();
    for (const [, name] of files.map((file) => /^client-AAAAAAA(.)\.js$/.exec(file) ?? []))
      if (name) expect(files).toEqual(expect.arrayContaining([`font${name}.woff2`, `${fileOf(name)}.br`]));
    return files.filter((file) => file.endsWith('.js'));
  }
  for (const name of ['1', '2', '3', '4', '5'])
    await build(name, { [fileOf(name)]: BODY, [`font${name}.woff2`]: BODY });
  expect(await start('1', 1)).toEqual([]);
  expect(await start('2', 2)).toEqual(['1'].map(fileOf));
  expect(await start('3', 3)).toEqual(['2', '1'].map(fileOf));
  expect(await start('1', 4), 'gone back').toEqual(['3', '2'].map(fileOf));
  expect(await start('4', 5)).toEqual(['1', '3', '2'].map(fileOf));
  expect(await start('5', 6)).toEqual(['4', '1', '3'].map(fileOf));
  const [left, copying] = ['left', 'copying'].map((id) => path.join(home, `abcdef01234567.${id}`));
  for (const draft of [left!, copying!]) await mkdir(draft);
  const anHourAgo = new Date(Date.now() - 61 * 60_000);
  await utimes(left!, anHourAgo, anHourAgo);
  expect(await start('5', 7)).toEqual(['4', '1', '3'].map(fileOf));
  const kept = await readdir(home);
  expect([kept.length, kept.filter((name) => name.includes('.'))]).toEqual([5, [path.basename(copying!)]]);
});

test('a part that a file does not have is refused with how long it is (RFC 9110, 15.5.17)', async () => {
  await serve(await build('one', { 'client-AAAAAAA1.js': FIRST }), []);
  const plain = { 'accept-encoding': 'identity' };
  const { status, headers, body } = await get('/assets/client-AAAAAAA1.js', undefined, {
    ...plain,
    range: 'bytes=99999-',
  });
  expect([status, headers['content-range']]).toEqual([416, `bytes */${FIRST.length}`]);
  expect(headers['content-type']).toContain('application/problem+json');
  expect(headers['content-length']).toBe(String(body.length));
  const part = await get('/assets/client-AAAAAAA1.js', undefined, { ...plain, range: 'bytes=0-5' });
  expect([part.status, part.body.toString()]).toEqual([206, 'export']);
});

test('a build that cannot be kept takes none of those before it away', async () => {
  const home = path.join(folder, 'kept');
  await keepBuild(home, await build('one', { 'client-AAAAAAA1.js': FIRST }), never);
  const now = await build('two', { 'client-BBBBBBB2.js': SECOND });
  // Not a file that could be copied.
  await mkdir(path.join(now, 'client-part-BBBBBBB2.js'));
  const said: unknown[] = [];
  await serve(now, await keepBuild(home, now, (error) => said.push(error)));
  expect((await get('/assets/client-AAAAAAA1.js')).status).toBe(200);
  expect(said).toEqual([expect.objectContaining({ syscall: 'copyfile' })]);
  expect(await readdir(home), 'nothing half copied').toHaveLength(1);
});

test('a build that is made while this one runs takes no file from its visitors', async () => {
  const home = path.join(folder, 'kept');
  const now = await build('one', { 'client-AAAAAAA1.js': FIRST, 'same-AAAAAAA1.js': BODY });
  await serve(now, await keepBuild(home, now, never), await copyOf(home, now));
  await rm(now, { recursive: true });
  await build('one', { 'client-BBBBBBB2.js': SECOND, 'same-AAAAAAA1.js': BODY });
  const { status, encoding, body } = await get('/assets/client-AAAAAAA1.js');
  expect([status, encoding, brotliDecompressSync(body).toString()]).toEqual([200, 'br', FIRST]);
  expect((await get('/assets/same-AAAAAAA1.js')).status).toBe(200);
});

test('a build that another shell removes at this moment takes none of the others away', async () => {
  const home = path.join(folder, 'kept');
  await keepBuild(home, await build('one', { 'client-AAAAAAA1.js': FIRST }), never);
  // It is listed, and then it is not there.
  await symlink(path.join(folder, 'removed'), path.join(home, 'abcdef01234567'));
  expect(await keepBuild(home, await build('two', { 'client-BBBBBBB2.js': SECOND }), never)).toHaveLength(1);
});
