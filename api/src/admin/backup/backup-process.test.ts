/** The commands as typed, on an installation in use: what was acknowledged before a backup is in it. */
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applicationCall } from 'shared/contracts/careers';
import { contactCall } from 'shared/contracts/contact';
import { postCalls } from 'shared/contracts/posts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openFiles } from '../../files/open-files.ts';
import { openDatabase } from '../../database/open.ts';
import { json } from '../../../test/support/api.ts';
import { applicationForm } from '../../../test/support/applications.ts';
import { goodMessage, storedMessages } from '../../../test/support/contact.ts';
import {
  databaseKinds,
  makeMigratedPlace,
  makePlace,
  openMigrated,
  type Place,
} from '../../../test/support/database.ts';
import { adminProcess, type ApiProcess, command, startProcess } from '../../../test/support/process.ts';
import { tablesOf } from './tables.ts';

const WRITERS = 6;
const BEFORE = 60;

/** Ids of what was acknowledged, by kind. */
interface Acknowledged {
  messages: Set<string>;
  applications: Set<string>;
  posts: Set<number>;
}

/** Sends one thing after another until the API is gone. */
async function write(api: ApiProcess, acknowledged: Acknowledged, onAcknowledged: () => void): Promise<void> {
  for (let n = 0; ; n += 1) {
    try {
      const response = await [
        () => api.fetch(contactCall, json(goodMessage)),
        () => api.fetch(postCalls.add, json({ title: 'Hello', content: '<p>words</p>' })),
        () => api.fetch(applicationCall, { method: 'POST', body: applicationForm({ about: randomUUID() }) }),
      ][n % 3]!();
      const body = (await response.json()) as { id: string; postId: number };
      if (!response.ok) continue;
      if (n % 3 === 0) acknowledged.messages.add(body.id);
      else if (n % 3 === 1) acknowledged.posts.add(body.postId);
      else acknowledged.applications.add(body.id);
      onAcknowledged();
    } catch {
      return;
    }
  }
}

describe.each(databaseKinds)('backup, verify and restore as commands on %s', (kind) => {
  let place: Place;
  let empty: Place;
  let folder: string;
  const running: ApiProcess[] = [];
  const start = async (at: Place) => {
    running.push(await startProcess(at));
    return running.at(-1)!;
  };
  beforeEach(async () => {
    place = await makeMigratedPlace(kind);
    empty = await makePlace(kind);
    folder = await mkdtemp(join(tmpdir(), 'backup-test-'));
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map((api) => api.end('SIGKILL')));
    await Promise.all([place.remove(), empty.remove(), rm(folder, { recursive: true })]);
  });

  test('under write load, then the API is killed: nothing acknowledged before the backup is lost', async () => {
    const api = await start(place);
    const acknowledged: Acknowledged = { messages: new Set(), applications: new Set(), posts: new Set() };
    const enough = Promise.withResolvers<void>();
    let count = 0;
    const onAcknowledged = () => void ((count += 1) >= BEFORE && enough.resolve());
    const writers = Array.from({ length: WRITERS }, () => write(api, acknowledged, onAcknowledged));
    await enough.promise;
    const before = structuredClone(acknowledged);
    const backup = join(folder, 'tonight');
    const countBefore = count;
    const made = await command(place, {}, 'backup', backup);
    expect([made.status, made.output]).toEqual([0, expect.stringContaining('SESSION_SECRET is not in it')]);
    expect(count, 'others wrote meanwhile').toBeGreaterThan(countBefore);
    await api.end('SIGKILL');
    await Promise.all(writers);

    const verified = await command(empty, {}, 'verify', backup);
    expect([verified.status, verified.output]).toEqual([
      0,
      expect.stringContaining('tonight is complete and intact: '),
    ]);
    expect(await readdir(empty.dataDir), 'verify touches no installation').toEqual([]);
    const restored = await command(empty, {}, 'restore', backup);
    expect([restored.status, restored.output]).toEqual([0, expect.stringContaining('Restored: ')]);

    const again = await start(empty);
    expect((await again.fetch('/readyz')).status).toBe(200);
    for (const id of [...before.posts].slice(0, 5))
      expect((await again.fetch(`${postCalls.posts}/${id}`)).status).toBe(200);
    const db = openDatabase(empty);
    const { ids, withoutMail } = await storedMessages(db);
    const applications = (await db.selectFrom('applications').select('id').execute()).map(({ id }) => id);
    const posts = (await db.selectFrom('posts').select('id').execute()).map(({ id }) => id);
    await db.destroy();
    expect([...before.messages].filter((id) => !ids.includes(id))).toEqual([]);
    expect([...before.applications].filter((id) => !applications.includes(id))).toEqual([]);
    expect([...before.posts].filter((id) => !posts.includes(id))).toEqual([]);
    expect(withoutMail).toEqual([]);
    expect(before.messages.size + before.applications.size + before.posts.size).toBeGreaterThanOrEqual(BEFORE);
  });

  test('restore killed in the middle leaves an empty place, where it can be run again', async () => {
    const db = await openMigrated(place);
    for (let n = 0; n < 10; n += 1) await openFiles(db).put(`images/${n}`, randomBytes(1_000_000), 'image/webp');
    await db.destroy();
    const backup = join(folder, 'tonight');
    expect((await command(place, {}, 'backup', backup)).status).toBe(0);

    const restoring = adminProcess(empty, {}, 'restore', backup);
    await once(restoring.stdout!, 'data');
    restoring.kill('SIGKILL');
    await once(restoring, 'exit');
    expect(restoring.exitCode).toBeNull();
    const after = openDatabase(empty);
    expect(await tablesOf(after)).toEqual([]);
    await after.destroy();
    const again = await command(empty, {}, 'restore', backup);
    expect([again.status, again.output]).toEqual([0, expect.stringContaining('stored_files: 10')]);

    const file = { ...empty, dataDir: join(backup, 'manifest.json') };
    const nowhere = await command(file, {}, 'restore', backup);
    expect([nowhere.status, nowhere.output]).toEqual([
      1,
      expect.stringMatching(/^A file is where a folder should be: /),
    ]);
    expect(nowhere.output).not.toMatch(/\n\s+at /);

    await mkdir(join(empty.dataDir, 'releases'), { recursive: true });
    await writeFile(join(empty.dataDir, 'releases/registry.json'), '{');
    const unreadable = await command(empty, {}, 'backup', join(folder, 'next'));
    expect([unreadable.status, unreadable.output]).toEqual([
      1,
      expect.stringMatching(
        /^\S+\/releases\/registry\.json cannot be read: .+ Repair it, or put registry\.previous\.json/,
      ),
    ]);
  });

  test('restoring says which secret the site needs, unless it has that one already', async () => {
    const secret = 's'.repeat(40);
    const asKept = { SESSION_SECRET: '' };
    await writeFile(join(place.dataDir, 'session-secret'), `${secret}\n`, { mode: 0o600 });
    const backup = join(folder, 'tonight');
    expect((await command(place, asKept, 'backup', backup)).status).toBe(0);
    const restored = async (env: Record<string, string>) => {
      const into = await makePlace(kind);
      const { status, output } = await command(into, env, 'restore', backup).finally(into.remove);
      expect(status).toBe(0);
      return output.replace(into.dataDir, 'DATA_DIR').split('\n').at(-2);
    };
    const done = /^Restored: /;
    expect(await restored({ SESSION_SECRET: secret })).toMatch(done);
    expect(await restored({ SESSION_SECRET: 'x'.repeat(40) })).toBe(
      `SESSION_SECRET is not the site's former one. Start the site with that in ${join(backup, 'session-secret')}: emailed links need it.`,
    );
    expect(await restored(asKept)).toMatch(
      kind === 'sqlite' ? done : /^Start the site with SESSION_SECRET set to what is in DATA_DIR\/session-secret: /,
    );
  });

  test('what cannot be done is one sentence, and status 1', async () => {
    const nothing = await command(empty, {}, 'backup', join(folder, 'tonight'));
    expect(nothing.status).toBe(1);
    expect(nothing.output).toMatch(kind === 'sqlite' ? /^There is no database at / : /^The database is empty: /);
    expect(await readdir(folder)).toEqual([]);
    const missing = await command(empty, {}, 'verify', folder);
    expect([missing.status, missing.output]).toEqual([
      1,
      expect.stringMatching(/is not a backup.*no manifest\.json\.\n$/),
    ]);
  });
});
