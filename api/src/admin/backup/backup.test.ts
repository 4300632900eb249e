/** A backup holds everything, reports what is missing, and can be restored to either kind of database. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readdir, readFile, rm, stat, symlink, truncate, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Kysely } from 'kysely';
import { postCalls } from 'shared/contracts/posts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { migrate, migrateAnyway, migrationNames } from '../../database/migrate.ts';
import { openDatabase } from '../../database/open.ts';
import { databaseProblem } from '../../database/problem.ts';
import type { DatabaseKind } from '../../database/schema.ts';
import { startApi, type TestApi } from '../../../test/support/api.ts';
import { dump, fill, post, releaseStore } from '../../../test/support/content.ts';
import { databaseKinds, makePlace, type Place } from '../../../test/support/database.ts';
import { mountSmallDisk } from '../../../test/support/small-disk.ts';
import { AdminError } from '../admin-error.ts';
import { BackupFolder } from './backup-folder.ts';
import type { Installation } from './installation.ts';
import { makeBackup } from './make-backup.ts';
import { hashLine, type Manifest } from './manifest.ts';
import { restore } from './restore.ts';
import { verify } from './verify.ts';

const scratch: string[] = [];
const places: Place[] = [];
const newFolder = async () => {
  scratch.push(await mkdtemp(join(tmpdir(), 'backup-test-')));
  return scratch.at(-1)!;
};
const newPlace = async (kind: DatabaseKind) => {
  places.push(await makePlace(kind));
  return places.at(-1)!;
};
const installationAt = ({ dataDir, url }: Place, releases?: string): Installation => ({
  dataDir,
  databaseUrl: url,
  filesStore: undefined,
  givenSecret: undefined,
  releases: releases ?? join(dataDir, 'releases'),
});
const otherKind = (kind: DatabaseKind): DatabaseKind => (kind === 'sqlite' ? 'postgres' : 'sqlite');

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

/** Changes the manifest and updates its hash to match. */
async function changeManifest(backup: string, change: (manifest: Manifest) => void): Promise<void> {
  const manifest = JSON.parse(await readFile(join(backup, 'manifest.json'), 'utf8')) as Manifest;
  change(manifest);
  const text = Buffer.from(JSON.stringify(manifest));
  await writeFile(join(backup, 'manifest.json'), text);
  await writeFile(join(backup, 'manifest.json.sha256'), hashLine(text));
}

/** Changes rows and updates the hashes to match. */
async function changeRows(backup: string, table: string, change: (text: string) => string): Promise<void> {
  const name = `tables/${table}.jsonl.gz`;
  const bytes = gzipSync(change(gunzipSync(await readFile(join(backup, name))).toString('utf8')));
  await writeFile(join(backup, name), bytes);
  await changeManifest(backup, ({ files }) => {
    files[name] = { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
  });
}

describe.each(databaseKinds)('a backup of %s', (kind) => {
  let api: TestApi;
  let folder: string;
  let backup: string;
  let secret: string;
  let made: Manifest;
  const clock = { time: Date.now() - 60 * 24 * 60 * 60 * 1000 };
  beforeAll(async () => {
    api = await startApi(kind, {}, { clock: () => clock.time });
    await fill(api, clock);
    secret = `${'s'.repeat(40)}\n`;
    await writeFile(join(api.place.dataDir, 'session-secret'), secret, { mode: 0o600 });
    await releaseStore(api.place.dataDir);
    folder = await newFolder();
    backup = join(folder, 'backups', 'monday');
    made = await makeBackup({ ...installationAt(api.place), db: api.db }, backup);
  });
  afterAll(async () => {
    await api.close();
    for (const place of places.splice(0)) await place.remove();
    for (const each of scratch.splice(0)) await rm(each, { recursive: true, force: true });
  });

  /** A copy that a test may damage. */
  const copy = async () => {
    const target = join(await newFolder(), 'copy');
    await cp(backup, target, { recursive: true });
    return target;
  };

  test('holds every table, can be read by its owner alone, and is whole', async () => {
    const tables = (await readdir(join(backup, 'tables'))).map((name) => name.replace('.jsonl.gz', ''));
    expect(tables.toSorted()).toEqual(Object.keys(await dump(api.db)));
    const filled = Object.values(made.database.rows).filter((rows) => rows > 0);
    expect(filled.length).toBeGreaterThan(15);
    for (const name of ['', ...(await readdir(backup, { recursive: true }))])
      expect((await stat(join(backup, name))).mode & 0o077, name).toBe(0);
    expect(made).toMatchObject({ leftOut: [], hasSecret: true, database: { kind } });
    expect(await verify(backup)).toEqual(made);
    expect(await readdir(join(folder, 'backups')), 'nothing unfinished stays').toEqual(['monday']);
    await expect(makeBackup({ ...installationAt(api.place), db: api.db }, backup)).rejects.toThrow('exists already');
  });

  test.runIf(kind === 'sqlite').for(['8k', '200k'])(
    'is not checked where the temporary folder has room for %s: that folder is named, and nothing stays there',
    async (size, context) => {
      const temporary = await newFolder();
      await mountSmallDisk(temporary, `size=${size}`, context);
      vi.stubEnv('TMPDIR', temporary);
      context.onTestFinished(() => void vi.unstubAllEnvs());
      await expect(verify(backup)).rejects.toThrow(`cannot be checked in the temporary folder ${temporary} (`);
      expect(await readdir(temporary)).toEqual([]);
    },
  );

  test.each([kind, otherKind(kind)])(
    'comes back on %s: rows, releases, secret, and what is derived',
    async (target) => {
      const place = await newPlace(target);
      await restore(installationAt(place), backup);
      const db = openDatabase(place);
      expect(await migrate(db)).toEqual([]);
      expect(await dump(db)).toEqual(await dump(api.db));
      await db.destroy();
      expect(await readFile(join(place.dataDir, 'session-secret'), 'utf8')).toBe(secret);
      expect((await stat(join(place.dataDir, 'session-secret'))).mode & 0o077).toBe(0);
      for (const name of [
        'registry.json',
        'mf-blog/v1/release.json',
        'mf-blog/v1/entry.js.br',
        'mf-blog/v1/assets/page.js',
      ])
        expect(await readFile(join(place.dataDir, 'releases', name)), name).toEqual(
          await readFile(join(api.place.dataDir, 'releases', name)),
        );

      const restored = await startApi(target, {}, { beside: { ...api, place } });
      const search = await (await restored.fetch(`${postCalls.posts}?q=clinic`)).text();
      expect(JSON.parse(search)).toEqual(JSON.parse(await (await api.fetch(`${postCalls.posts}?q=clinic`)).text()));
      expect(JSON.parse(search)).not.toEqual([]);
      const last = Math.max(...(await api.db.selectFrom('hiddenPosts').select('id').execute()).map(({ id }) => id));
      expect(await post(restored, 'New'), "a deleted post's number is not given again").toBe(last + 2);
      await restored.close();
    },
  );

  test('is refused where something is already, and nothing is changed there', async () => {
    const place = await newPlace(kind);
    const db = openDatabase(place);
    await migrate(db);
    const before = await dump(db);
    await expect(restore(installationAt(place), backup)).rejects.toThrow('is not empty: it has posts (7). Use ');
    expect(await dump(db)).toEqual(before);
    await db.destroy();
    expect(await readdir(place.dataDir)).not.toContain('releases');

    const other = await newPlace(kind);
    const store = await releaseStore(other.dataDir);
    await writeFile(join(store, 'registry.json'), '{"schema":"","microFrontends":{}}');
    await expect(restore(installationAt(other), backup)).rejects.toThrow(/has releases already.*--without-releases/);
    await rm(store, { recursive: true });
    await writeFile(join(other.dataDir, 'session-secret'), 'x'.repeat(40));
    await expect(restore(installationAt(other), backup)).rejects.toThrow(
      /session-secret belongs to another installation/,
    );
    expect(await readdir(other.dataDir)).toEqual(['session-secret']);
  });

  test.runIf(kind === 'sqlite').for([
    ['not even the database', 64],
    ['nothing beside the database', 56],
    ['no rows', 0],
  ] as const)('is not restored where the disk has room for %s, and no file stays there', async ([, taken], context) => {
    const place = await newPlace(kind);
    await mountSmallDisk(place.dataDir, 'size=64k', context);
    await writeFile(join(place.dataDir, 'fill'), Buffer.alloc(taken * 1024));
    const restoring = restore(installationAt(place, join(await newFolder(), 'releases')), backup);
    expect(databaseProblem(await restoring.catch((error: unknown) => error))).toMatchObject({ code: 'storage-full' });
    expect(await filesIn(place.dataDir)).toEqual(['fill']);
  });

  test('that fails midway leaves nothing behind', async () => {
    const damaged = await copy();
    await changeRows(damaged, 'token_ledger', (text) => text.replace('"kind":"reward"', '"kind":"gift"'));
    const place = await newPlace(kind);
    await expect(restore(installationAt(place), damaged)).rejects.toThrow(/token_ledger\.jsonl\.gz.*cannot be stored/);
    expect(await filesIn(place.dataDir)).toEqual([]);
    await restore(installationAt(place), backup);
  });

  // Run for one kind only: the checks that refuse a backup are the same for both.
  describe.runIf(kind === 'sqlite')('that is damaged is refused, by verify and by restore, with what is wrong', () => {
    const refused = async (damaged: string, message: RegExp) => {
      const place = await newPlace('sqlite');
      await expect(verify(damaged)).rejects.toThrow(message);
      await expect(restore(installationAt(place), damaged)).rejects.toThrow(message);
      expect(await filesIn(place.dataDir)).toEqual([]);
    };

    test('one byte flipped, in any file', async () => {
      const damaged = await copy();
      for (const file of ['manifest.json', 'manifest.json.sha256', ...Object.keys(made.files)]) {
        const path = join(damaged, file);
        const whole = await readFile(path);
        const flipped = Buffer.from(whole);
        const middle = Math.floor(flipped.length / 2);
        flipped[middle]! ^= 1;
        await writeFile(path, flipped);
        const name = file.replace('.sha256', '').replaceAll('.', '\\.');
        await expect(verify(damaged), file).rejects.toThrow(new RegExp(`damaged: ${name} is (altered|not the one)`));
        await writeFile(path, whole);
      }
      await verify(damaged);
    });

    test('a file cut, a file missing', async () => {
      const damaged = await copy();
      const size = made.files['tables/posts.jsonl.gz']!.bytes;
      await truncate(join(damaged, 'tables/posts.jsonl.gz'), 100);
      await unlink(join(damaged, 'tables/users.jsonl.gz'));
      await refused(
        damaged,
        new RegExp(`tables/users\\.jsonl\\.gz is missing; tables/posts\\.jsonl\\.gz has 100 bytes instead of ${size}`),
      );
    });

    test('no manifest, a newer schema, another format', async () => {
      const damaged = await copy();
      await changeManifest(damaged, ({ database }) => database.migrations.push('999-future'));
      await refused(damaged, /made by a newer version of the program .*999-future/);
      await changeManifest(damaged, (manifest) => Object.assign(manifest, { format: 2 }));
      await refused(damaged, /has format 2, but this program reads format 1/);
      await unlink(join(damaged, 'manifest.json'));
      await refused(damaged, /is not a backup, or was never finished/);
    });

    test('rows with the right hash that no database would accept', async () => {
      const orphan = await copy();
      await changeRows(orphan, 'sessions', (text) => text.replace(/"user_id":"[^"]*"/, '"user_id":"nobody"'));
      await refused(orphan, /tables\/sessions\.jsonl\.gz.*FOREIGN KEY/);
      const short = await copy();
      await changeRows(short, 'contact_messages', () => '');
      await refused(short, /contact_messages\.jsonl\.gz has 0 rows instead of 1/);
      const torn = await copy();
      await changeRows(torn, 'contact_messages', (text) => text.slice(0, -20));
      await refused(torn, /contact_messages\.jsonl\.gz/);
    });

    test('a ledger that does not add up', async () => {
      const damaged = await copy();
      await changeRows(damaged, 'redemptions', (text) => text.replace('"amount":300', '"amount":30000'));
      await expect(verify(damaged)).rejects.toThrow(/ledger does not add up: redemption .* worth 30000.* took 300/);
      // As if all entries were lost.
      await changeRows(damaged, 'redemptions', (text) => {
        const row = JSON.parse(text.split('\n')[0]!) as object;
        const many = Array.from({ length: 25 }, (_, n) => JSON.stringify({ ...row, id: `r${n}`, code: `c${n}` }));
        return `${text}${many.join('\n')}\n`;
      });
      await changeManifest(damaged, ({ database }) => (database.rows['redemptions']! += 25));
      await expect(verify(damaged), 'not a message of thousands').rejects.toThrow(/; and 16 more\.$/);
    });
  });

  test('a release that the store has lost does not keep the rest from being saved', async () => {
    const store = join(api.place.dataDir, 'releases');
    await unlink(join(store, 'mf-blog/v1/entry.js'));
    const target = join(await newFolder(), 'copy');
    const { leftOut, files } = await makeBackup({ ...installationAt(api.place), db: api.db }, target);
    expect(leftOut).toEqual(['The release mf-blog/v1 is left out: the store does not have its entry.js.']);
    expect(Object.keys(files)).toContain('releases/registry.json');
    expect(Object.keys(files).join()).not.toContain('mf-blog');
    await verify(target);
    await releaseStore(api.place.dataDir);
  });

  test.each([
    ['was cut short', '{ "files": { "entry.js'],
    ['names a file elsewhere', JSON.stringify({ files: { '../../../../outside.js': 'sha384-' } })],
  ])('nor does one whose document %s, and nothing is written outside of the backup', async (_what, document) => {
    const store = join(api.place.dataDir, 'releases');
    await writeFile(join(store, 'mf-blog/v1/release.json'), document);
    await writeFile(join(store, '../../outside.js'), 'from elsewhere');
    const parent = await newFolder();
    const { leftOut } = await makeBackup({ ...installationAt(api.place), db: api.db }, join(parent, 'copy'));
    expect(leftOut).toEqual(['The release mf-blog/v1 is left out: the store does not have its release.json.']);
    expect(await readdir(parent)).toEqual(['copy']);
    await verify(join(parent, 'copy'));
    await unlink(join(store, '../../outside.js'));
    await releaseStore(api.place.dataDir);
  });

  test('with the schema of an earlier version is migrated when it comes back', async () => {
    const old = await newPlace(kind);
    const db = openDatabase(old);
    const names = migrationNames(kind).filter((name) => name < '026');
    await migrateAnyway(db, names.at(-1));
    const now = new Date().toISOString();
    const bare = db.withoutPlugins() as unknown as Kysely<Record<string, Record<string, unknown>>>;
    const person = { id: 'u1', name: 'Ada', email: 'ada@example.com', created_at: now, updated_at: now };
    await bare
      .insertInto('users')
      .values({ ...person, email_verified: 0 })
      .execute();
    const way = { id: 'c1', user_id: 'u1', provider_id: 'credential', account_id: 'u1', password: 'hash' };
    await bare
      .insertInto('credentials')
      .values({ ...way, created_at: now, updated_at: now })
      .execute();
    await bare.deleteFrom('posts').where('id', '>', 2).execute();
    const target = join(await newFolder(), 'old');
    const manifest = await makeBackup({ ...installationAt(old), db }, target);
    await db.destroy();
    expect(manifest.database.migrations).toEqual(names);
    await verify(target);

    const place = await newPlace(otherKind(kind));
    await restore(installationAt(place), target);
    const restored = openDatabase(place);
    expect(await migrate(restored)).toEqual([]);
    // Migration 026 turns a user who had not confirmed the address into a registration.
    expect(await restored.selectFrom('registrations').select('email').execute()).toEqual([
      { email: 'ada@example.com' },
    ]);
    expect(await restored.selectFrom('users').select('id').execute()).toEqual([]);
    expect(await restored.selectFrom('posts').select('id').execute()).toHaveLength(2);
    await restored.destroy();
  });
});

test.runIf(existsSync('/dev/full'))('a disk that is full is named in a sentence', async () => {
  const target = join(await newFolder(), 'backup');
  const folder = await BackupFolder.begin(target);
  const [draft] = await readdir(dirname(target));
  await symlink('/dev/full', join(dirname(target), draft!, 'one'));
  await expect(folder.writeBytes('one', Buffer.from('x'))).rejects.toThrow(
    new AdminError(`${target} cannot be written: the disk is full.`),
  );
});
