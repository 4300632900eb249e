/** Previews, splits, promotion and pruning, on built remotes in a store on disk; commands as real processes. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { readTrial, TRIAL_PARAMETER } from '../../shared/node/trial.ts';
import { currentReleases } from '../../shared/releases/current.ts';
import { servedReleases } from '../../shared/releases/traffic.ts';
import { readRegistry } from '../../shared/release-store/registry-file.ts';
import { writerOf } from '../../shared/release-store/store-writer.ts';
import { repositoryRoot } from '../workspace/root.ts';
import { createRelease } from './create-release.ts';
import { listReleases } from './listing.ts';
import { leftBehindIn, prune } from './prune.ts';
import { publish, type PublishOptions, rollBack } from './publish.ts';
import { publishOrForget, releaseAllNew } from './release-build.ts';
import { changeTraffic } from './traffic.ts';
import { InstallationSecret } from '../../shared/node/installation-secret.ts';

const NAME = 'mf-blog';
const ADA = { by: 'ada' };
const NOW = () => Date.now();

let folder: string;
let store: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'traffic-'));
  store = path.join(folder, 'store');
});
afterEach(() => rm(folder, { recursive: true }));

/** Writes a built remote whose one page says something, at `/<area>`. */
async function built(says: string, name = NAME, pattern = `/${name.slice(3)}`): Promise<string> {
  const dist = path.join(folder, `dist-${name}-${says.replaceAll('/', '-')}`);
  const area = name.slice(3);
  const files = {
    'remoteEntry.js': `export const says = '${says}';`,
    'server/routes.mjs': `export const routes = [{ id: '${area}.page', path: '${pattern}' }];`,
    'vite-manifest.json': '{}',
    'route-modules.json': '{}',
    'shared-exports.json': '{}',
  };
  await mkdir(path.join(dist, 'server'), { recursive: true });
  for (const [file, text] of Object.entries(files)) await writeFile(path.join(dist, file), text);
  return dist;
}

/** @returns its version */
async function released(says: string, options: PublishOptions = {}, name = NAME, pattern?: string): Promise<string> {
  const created = await createRelease(name, await built(says, name, pattern), store);
  return publishOrForget(created, store, { author: ADA, ...options });
}

const states = async () =>
  (await listReleases(await readRegistry(store), store)).map(({ version, state, traffic, by }) => [
    version,
    state,
    traffic,
    by,
  ]);
const current = async () => currentReleases(await readRegistry(store)).get(NAME)?.metadata.version;
const onDisk = (name = NAME) => readdir(path.join(store, name));

test('of builds that are released together, a page may move from any of them to any other', async () => {
  const builds = async (auth: string, blog: string) => [
    { name: 'mf-auth', dist: await built(`of ${auth}`, 'mf-auth', auth) },
    { name: NAME, dist: await built(`of ${blog}`, NAME, blog) },
  ];
  const told: string[] = [];
  const releaseAll = async (auth: string, blog: string) =>
    releaseAllNew(await builds(auth, blog), store, (name) => told.push(name));
  await releaseAll('/login', '/page');
  // Now the later one gives up what the earlier one takes.
  await releaseAll('/page', '/blog');
  expect(told).toEqual(['mf-auth', NAME, NAME, 'mf-auth']);
  await expect(releaseAll('/blog', '/page'), 'neither can be first').rejects.toThrow(
    'Its path /blog overlaps /blog, which belongs to mf-blog.',
  );
});

describe('who gets a release', () => {
  test('everybody, some visitors or nobody, as it is released; the table shows it', async () => {
    const first = await released('1');
    const preview = await released('2', { traffic: 0 });
    const canary = await released('3', { traffic: 10 });
    expect(await states()).toEqual([
      [canary, 'split', 10, 'ada'],
      [preview, 'preview', 0, 'ada'],
      [first, 'current', 90, 'ada'],
    ]);
    await changeTraffic({ name: NAME, version: canary, traffic: 100 }, store, { by: 'bob' });
    expect(await states()).toEqual([
      [canary, 'current', 100, 'bob'],
      [preview, 'preview', 0, 'ada'],
      [first, 'kept', 0, 'ada'],
    ]);
  });

  test('a share can change, in small steps too, and end', async () => {
    const first = await released('1');
    const second = await released('2', { traffic: 0 });
    for (const traffic of [0.5, 25, 0]) {
      await changeTraffic({ name: NAME, version: second, traffic }, store, ADA);
      expect((await states()).map(([, , share]) => share)).toEqual([traffic, 100 - traffic]);
    }
    expect(await current()).toBe(first);
  });

  test('a step back ends the split as well', async () => {
    const first = await released('1');
    await released('2');
    const canary = await released('3', { traffic: 10 });
    expect(await rollBack(NAME, store, { author: ADA })).toBe(first);
    expect((await states()).map(([version, state, traffic]) => [version, state, traffic])).toContainEqual([
      canary,
      'taken back',
      0,
    ]);
    expect(servedReleases(await readRegistry(store)).get(NAME)).toHaveLength(1);
  });

  test.each([
    ['more than the other splits leave', 51, /can have at most 50 %: other splits of mf-blog have 50 %/],
    ['anything while it is current', 10, /is current: it gets all visitors that no split takes/],
  ])('no release gets %s', async (_what, traffic, reason) => {
    const first = await released('1');
    await released('2', { traffic: 50 });
    const third = await released('3', { traffic: 0 });
    const before = await readFile(path.join(store, 'registry.json'), 'utf8');
    const version = traffic === 10 ? first : third;
    await expect(changeTraffic({ name: NAME, version, traffic }, store, ADA)).rejects.toThrow(reason);
    expect(await readFile(path.join(store, 'registry.json'), 'utf8')).toBe(before);
  });

  test('no share without a current release, no promotion of damaged files', async () => {
    await expect(released('1', { traffic: 10 })).rejects.toThrow(/has no current release for the remaining visitors/);
    await released('1');
    const version = await released('2', { traffic: 0 });
    await writeFile(path.join(store, NAME, version, 'remoteEntry.js'), 'altered');
    for (const traffic of [10, 100])
      await expect(changeTraffic({ name: NAME, version, traffic }, store, ADA)).rejects.toThrow(/is damaged/);
  });

  test("paths of other remotes' splits are taken, too", async () => {
    await released('1');
    await released('2', { traffic: 10 }, NAME, '/new');
    await expect(released('1', {}, 'mf-careers', '/new')).rejects.toThrow(
      'Its path /new overlaps /new, which belongs to mf-blog.',
    );
  });

  test('no share to a preview whose path another remote has got since', async () => {
    await released('1');
    const version = await released('2', { traffic: 0 }, NAME, '/new');
    await released('1', {}, 'mf-careers', '/new');
    for (const traffic of [10, 100])
      await expect(changeTraffic({ name: NAME, version, traffic }, store, ADA)).rejects.toThrow(
        'Its path /new overlaps /new, which belongs to mf-careers.',
      );
  });
});

describe('a refused release leaves', () => {
  test('nothing behind', async () => {
    await released('1');
    const before = [await readdir(store), await readFile(path.join(store, 'registry.json'), 'utf8')];
    await expect(released('1', {}, 'mf-careers', '/blog')).rejects.toThrow(/overlaps/);
    const empty = path.join(folder, 'no-routes');
    await rename(await built('x', 'mf-auth'), empty);
    await writeFile(path.join(empty, 'server/routes.mjs'), 'export const routes = [];');
    await expect(createRelease('mf-auth', empty, store)).rejects.toThrow(/None of its routes has a path/);
    expect([await readdir(store), await readFile(path.join(store, 'registry.json'), 'utf8')]).toEqual(before);
  });

  test('an earlier release, mended', async () => {
    const mine = await released('1');
    await released('2', {}, NAME, '/elsewhere');
    await released('1', {}, 'mf-careers', '/blog');
    await writeFile(path.join(store, NAME, mine, 'remoteEntry.js'), 'altered');
    await expect(released('1')).rejects.toThrow(/overlaps/);
    expect(await readFile(path.join(store, NAME, mine, 'remoteEntry.js'), 'utf8')).toContain("'1'");
  });
});

describe('prune', () => {
  test('removes what nobody needs, from the registry and the disk, and says how much', async () => {
    const versions: string[] = [];
    for (let count = 1; count <= 5; count += 1) versions.push(await released(String(count)));
    const options = { keep: 1, usedSince: NOW() + 1 };
    const planned = await prune(store, { ...options, isDry: true });
    expect(await onDisk()).toHaveLength(5);
    const pruned = await prune(store, options);
    expect(pruned).toEqual(planned);
    expect(pruned.map(({ version }) => version).toSorted()).toEqual(versions.slice(0, 3).toSorted());
    for (const { bytes, isLeftBehind } of pruned) expect([bytes > 100, isLeftBehind]).toEqual([true, false]);
    expect((await onDisk()).toSorted()).toEqual(versions.slice(3).toSorted());
    expect((await readRegistry(store)).microFrontends[NAME]).toHaveLength(2);
    expect(await prune(store, options)).toEqual([]);
  });

  test('of one remote leaves what is of others', async () => {
    const leftBehind = `.${'a'.repeat(14)}.killed`;
    for (const name of [NAME, 'mf-careers']) {
      for (const page of ['1', '2', '3']) await released(page, {}, name);
      await mkdir(path.join(store, name, leftBehind));
      await utimes(path.join(store, name, leftBehind), 0, 0);
    }
    const pruned = await prune(store, { remote: NAME, keep: 1, usedSince: NOW() + 1 });
    expect(pruned.map(({ remote, isLeftBehind }) => [remote, isLeftBehind])).toEqual([
      [NAME, false],
      [NAME, true],
    ]);
    expect(await onDisk()).toHaveLength(2);
    expect(await onDisk('mf-careers')).toHaveLength(4);
  });

  test('leaves what became current while it began, and keeps files until the registry is on the disk', async () => {
    const versions: string[] = [];
    for (const page of ['1', '2', '3', '4']) versions.push(await released(page));
    const [promoted, ...others] = versions;
    const writer = writerOf(store);
    const change = writer.changeRegistry.bind(writer);
    using changing = vi.spyOn(writer, 'changeRegistry').mockImplementationOnce(async (next) => {
      await changeTraffic({ name: NAME, version: promoted!, traffic: 100 }, store, ADA);
      await change(next);
    });
    using settling = vi.spyOn(writer, 'settleRegistry');
    using removing = vi.spyOn(writer, 'removeUnused');
    const pruned = await prune(store, { keep: 2, usedSince: NOW() + 60_000 });
    expect(changing).toHaveBeenCalledTimes(2);
    expect(pruned.map(({ version }) => version).toSorted()).toEqual(others.slice(0, 2).toSorted());
    expect((await onDisk()).toSorted()).toEqual([promoted!, others[2]!].toSorted());
    expect(settling).toHaveBeenCalledBefore(removing);
  });

  test('removes no file while the registry may not be on the disk', async () => {
    for (const page of ['1', '2', '3']) await released(page);
    using _settling = vi.spyOn(writerOf(store), 'settleRegistry').mockRejectedValueOnce(new Error('EIO'));
    await expect(prune(store, { keep: 1, usedSince: NOW() + 60_000 })).rejects.toThrow('EIO');
    expect(await onDisk()).toHaveLength(3);
  });

  test('removes nothing that was used within the given time', async () => {
    for (let count = 1; count <= 4; count += 1) await released(String(count));
    expect(await prune(store, { keep: 1, usedSince: NOW() - 60_000 })).toEqual([]);
  });

  test('finds files that an interrupted one left, and no release that is about to be published', async () => {
    const first = await released('1');
    await released('2');
    await released('3');
    const kept = path.join(folder, 'kept');
    await rename(path.join(store, NAME, first), kept);
    await prune(store, { keep: 1, usedSince: NOW() + 1 });
    await rename(kept, path.join(store, NAME, first)); // as if it had been killed before the files went
    const { release: coming } = await createRelease(NAME, await built('4'), store);
    const halfWritten = `.${'a'.repeat(14)}.killed`;
    await mkdir(path.join(store, NAME, halfWritten));
    await utimes(path.join(store, NAME, halfWritten), 0, 0);
    const beingWritten = `.${'b'.repeat(14)}.alive`;
    await mkdir(path.join(store, NAME, beingWritten));
    await mkdir(path.join(store, 'lost+found'));

    const names = (await leftBehindIn(store)).map(({ version }) => version);
    expect(names.toSorted()).toEqual([halfWritten, first].toSorted());
    const pruned = await prune(store, { keep: 1, usedSince: 0 });
    expect(pruned.every(({ isLeftBehind }) => isLeftBehind)).toBe(true);
    expect(await leftBehindIn(store)).toEqual([]);
    expect(await onDisk()).toContain(beingWritten);
    await publish(coming, store, { author: ADA });
    expect(await current()).toBe(coming.version);

    const minutesAgo = (minutes: number) => new Date(NOW() - minutes * 60 * 1000);
    const { version } = (await createRelease(NAME, await built('5'), store)).release;
    await utimes(path.join(store, NAME, version), minutesAgo(30), minutesAgo(30));
    expect(await leftBehindIn(store), 'it may take its time').toEqual([]);
    await utimes(path.join(store, NAME, version), minutesAgo(120), minutesAgo(120));
    expect((await leftBehindIn(store)).map((each) => each.version)).toEqual([version]);
  });

  test('leaves a release that is wanted again', async () => {
    const first = await released('1');
    await released('2');
    await released('3');
    const kept = path.join(folder, 'kept');
    await rename(path.join(store, NAME, first), kept);
    await prune(store, { keep: 1, usedSince: NOW() + 1 });
    await rename(kept, path.join(store, NAME, first));
    const again = await createRelease(NAME, await built('1'), store);
    expect(again.isNew).toBe(false);
    expect(await prune(store, { keep: 1, usedSince: 0 })).toEqual([]);
    await publish(again.release, store, { author: ADA });
    expect(await current()).toBe(first);
  });

  test('leaves a release that it takes from the registry while another is about to publish it again', async () => {
    const first = await released('1');
    for (const page of ['2', '3']) await released(page);
    const again = await createRelease(NAME, await built('1'), store);
    const pruned = async () => {
      await delay(5); // so that it begins later than what was before it
      return prune(store, { keep: 1, usedSince: NOW() });
    };
    expect((await pruned()).map(({ version }) => version)).toEqual([first]);
    expect((await readRegistry(store)).microFrontends[NAME]).toHaveLength(2);
    expect(await pruned()).toEqual([]);
    await publish(again.release, store, { author: ADA });
    expect(await current()).toBe(first);
    for (const page of ['4', '5']) await released(page);
    expect((await pruned()).map(({ version }) => version)).toContain(first);
    expect(await onDisk()).toHaveLength(2);
  });

  test('removes nothing while it is unknown what is in use', async () => {
    const version = await released('1');
    const old = new Date(NOW() - 24 * 60 * 60 * 1000);
    await utimes(path.join(store, NAME, version), old, old);
    await rm(path.join(store, 'registry.json'));
    expect(await prune(store, { keep: 1, usedSince: NOW() })).toEqual([]);
    expect(await onDisk()).toEqual([version]);
  });
});

/** Facts of frontend-discovery's `v1-pre`: nothing else may be in an entry, but for what is in `extras`. */
const v1Pre = z.strictObject({
  schema: z.string(),
  microFrontends: z.record(
    z.string(),
    z
      .array(
        z.strictObject({
          url: z.string(),
          fallbackUrl: z.string().optional(),
          metadata: z.strictObject({ integrity: z.string(), version: z.string() }),
          extras: z.looseObject({}).optional(),
          deployment: z.looseObject({ traffic: z.number().min(0).max(100), default: z.boolean() }).optional(),
        }),
      )
      .refine((entries) => new Set(entries.map((entry) => JSON.stringify(entry))).size === entries.length, 'repeated'),
  ),
});

describe('the commands, as processes', () => {
  const env = () => ({ ...process.env, DATA_DIR: folder, RELEASES_URL: `file:${store}`, RELEASED_BY: 'ada' });
  const program = (name: string) => path.join(repositoryRoot, 'tooling', 'commands', `${name}.ts`);

  function run(command: string, ...words: string[]): Promise<{ status: number; out: string; error: string }> {
    return new Promise((resolve) => {
      execFile(process.execPath, [program(command), ...words], { env: env() }, (failure, out, error) =>
        resolve({ status: failure ? 1 : 0, out, error }),
      );
    });
  }

  test('many at the same moment leave a whole registry, in which every change is', async () => {
    await released('1');
    const versions = [await released('2', { traffic: 0 }), await released('3', { traffic: 0 })];
    await released('1', {}, 'mf-careers', '/career');
    const next = await released('2', { traffic: 0 }, 'mf-careers', '/career');
    const results = await Promise.all([
      run('releases', 'traffic', `${NAME}@${versions[0]}`, '10'),
      run('releases', 'traffic', `${NAME}@${versions[1]!.slice(0, 8)}`, '20.5'),
      run('releases', 'promote', `mf-careers@${next}`),
      run('releases', 'prune', '--days', '1'),
    ]);
    expect(results.map(({ status, error }) => [status, error])).toEqual(results.map(() => [0, '']));
    const document: unknown = JSON.parse(await readFile(path.join(store, 'registry.json'), 'utf8'));
    expect(v1Pre.safeParse(document).error?.issues).toBeUndefined();
    const { microFrontends } = await readRegistry(store);
    expect(microFrontends[NAME]!.map(({ deployment }) => deployment.traffic)).toEqual([20.5, 10, 69.5]);
    expect(currentReleases(await readRegistry(store)).get('mf-careers')!.metadata.version).toBe(next);
    const listed = JSON.parse((await run('releases', NAME, '--json')).out) as { state: string }[];
    expect(listed.map(({ state }) => state)).toEqual(['split', 'split', 'current']);
  });

  test('one that is killed at any time leaves a whole registry, and the next one goes on', async () => {
    await released('1');
    const version = await released('2', { traffic: 0 });
    for (const afterMs of [150, 300, 450]) {
      const child = spawn(process.execPath, [program('releases'), 'traffic', `${NAME}@${version}`, '10'], {
        env: env(),
      });
      const closed = once(child, 'close');
      await delay(afterMs);
      child.kill('SIGKILL');
      await closed;
      expect(v1Pre.safeParse(JSON.parse(await readFile(path.join(store, 'registry.json'), 'utf8'))).success).toBe(true);
    }
    const { status, out } = await run('releases', 'traffic', `${NAME}@${version}`, '25');
    expect([status, out]).toEqual([0, `${NAME} ${version} has 25 % of the visitors.\n`]);
  });

  test('on a full disk the registry stays as it was, with the reason', async () => {
    await released('1');
    const version = await released('2', { traffic: 0 });
    const before = await readFile(path.join(store, 'registry.json'), 'utf8');
    await symlink('/dev/full', path.join(store, 'registry.json.next'));
    const { status, error } = await run('releases', 'promote', `${NAME}@${version}`);
    expect([status, error]).toEqual([1, expect.stringMatching(/^The disk is full: ENOSPC: .+\.\n$/)]);
    expect(await readFile(path.join(store, 'registry.json'), 'utf8')).toBe(before);
    await rm(path.join(store, 'registry.json.next'));
    expect((await run('releases', 'promote', `${NAME}@${version}`)).status).toBe(0);
  });

  test('where not all can be written the registry before stays whole, too', async () => {
    for (let count = 1; count <= 9; count += 1) await released(String(count));
    const previous = () => readFile(path.join(store, 'registry.previous.json'), 'utf8');
    const [registry, before] = [await readFile(path.join(store, 'registry.json'), 'utf8'), await previous()];
    // What is left of the registry has room, and what it was until then has none.
    const blocks = Math.ceil(registry.length / 2 / 512);
    const command = `trap '' XFSZ; ulimit -f ${blocks}; exec "$0" "$@"`;
    const words = [process.execPath, program('releases'), 'prune', '--keep', '1', '--days', '0'];
    const { error } = await new Promise<{ error: string }>((resolve) => {
      execFile('sh', ['-c', command, ...words], { env: env() }, (_failure, _out, error) => resolve({ error }));
    });
    expect(error).toMatch(/^A file became larger than allowed: EFBIG: .+\.\n$/);
    expect(await readFile(path.join(store, 'registry.json'), 'utf8')).toBe(registry);
    expect(await previous()).toBe(before);
  });

  test('where nothing can be written the next one need not wait', async () => {
    await released('1');
    const version = await released('2', { traffic: 0 });
    const command = `trap '' XFSZ; ulimit -f 0; exec "$0" "$@"`;
    const words = [process.execPath, program('releases'), 'promote', `${NAME}@${version}`];
    const { error } = await new Promise<{ error: string }>((resolve) => {
      execFile('sh', ['-c', command, ...words], { env: env() }, (_failure, _out, error) => resolve({ error }));
    });
    expect(error).toMatch(/^A file became larger than allowed: EFBIG: .+\.\n$/);
    expect((await run('releases', 'promote', `${NAME}@${version}`)).status).toBe(0);
  });

  test('a remote that has a repository of its own is listed, promoted and taken back here', async () => {
    const first = await released('1', {}, 'mf-events');
    const second = await released('2', { traffic: 0 }, 'mf-events');
    expect(await run('releases', 'promote', `mf-events@${second.slice(0, 8)}`)).toMatchObject({ status: 0, error: '' });
    const { out } = await run('releases', 'mf-events', '--json');
    expect((JSON.parse(out) as { version: string; state: string }[]).map(({ state }) => state)).toEqual([
      'current',
      'kept',
    ]);
    expect(await run('rollback', 'mf-events')).toEqual({
      status: 0,
      out: `mf-events ${first} is current.\n`,
      error: '',
    });
    const sentence = /^"mf-other" is not a remote\. Remotes are: .*mf-blog.*, mf-events/;
    const unknown = [
      run('rollback', 'mf-other'),
      run('releases', 'mf-other'),
      run('releases', 'promote', 'mf-other@1'),
    ];
    for (const { error } of await Promise.all(unknown)) expect(error).toMatch(sentence);
  });

  test('a link for one browser is signed with the secret of the site, and not made without', async () => {
    const first = await released('1');
    const preview = await released('2', { traffic: 0 });
    const without = await run('releases', 'try', `${NAME}@${preview}`);
    expect([without.status, without.error]).toEqual([1, expect.stringContaining('set DATA_DIR or SESSION_SECRET')]);
    const secret = 's'.repeat(32);
    await writeFile(path.join(folder, 'session-secret'), `${secret}\n`);
    const { out } = await run('releases', 'try', `${NAME}@${preview}`, '--hours', '2');
    const signed = new URL(out.trim()).searchParams.get(TRIAL_PARAMETER)!;
    const trial = readTrial(new InstallationSecret(secret), signed, Date.now())!;
    expect(trial.releases).toEqual({ [NAME]: preview });
    expect(Math.abs(trial.until - Date.now() - 2 * 60 * 60 * 1000)).toBeLessThan(60_000);
    expect(await current()).toBe(first);
    expect((await stat(path.join(folder, 'session-secret'))).size).toBe(33);
  });

  test.each([
    [['releases', 'traffic', 'mf-blog@1'], /^Something is missing\. Allowed are:/],
    [['releases', 'promote', 'mf-blog'], /^"mf-blog" names no version: write mf-blog@<version>\./],
    [['releases', 'withdraw'], /^Something is missing\. Allowed are:/],
    [['releases', 'withdraw', 'mf-blog'], /^No visitor gets a release of mf-blog: it cannot be withdrawn\./],
    [['releases', 'promote', 'mf-blog@1'], /^mf-blog has no release 1\. It has none\./],
    [['releases', 'prune', '--json'], /^"prune" has no option --json\./],
    [['release', 'mf-blog', '--traffic', '10', '--preview'], /^These cannot be combined\./],
    [['rollback', 'mf-blog', '--two', '1'], /^Unknown option '--two'\. A rollback takes /],
  ])('%j is answered with a sentence', async ([command, ...words], sentence) => {
    const { status, error } = await run(command!, ...words);
    expect([status, error]).toEqual([1, expect.stringMatching(sentence)]);
    expect(error).not.toMatch(/^\s+at /m);
  });
});
