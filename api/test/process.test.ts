import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { type AddressInfo, createServer, connect } from 'node:net';
import { chmod, copyFile, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { TLSSocket } from 'node:tls';
import { sql } from 'kysely';
import { contactCall } from 'shared/contracts/contact';
import { postCalls } from 'shared/contracts/posts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { migrateWhenReachable } from '../src/database/await-database.ts';
import { appliedMigrations, migrate, migrateAnyway, migrationNames } from '../src/database/migrate.ts';
import { openDatabase } from '../src/database/open.ts';
import { unusableDatabase } from '../src/database/problem.ts';
import { json } from './support/api.ts';
import { goodMessage, storedMessages } from './support/contact.ts';
import { databaseKinds, makeMigratedPlace, makePlace, openMigrated, type Place } from './support/database.ts';
import { type ApiProcess, command, commandInto, placeEnv, startAndFail, startProcess } from './support/process.ts';
import { selfSigned } from './support/self-signed.ts';
import { mountSmallDisk } from './support/small-disk.ts';

/** Sends messages one after another until the API is gone; gives the ids that were acknowledged. */
async function write(api: ApiProcess, acknowledged: Set<string>, onAcknowledged: () => void = () => {}): Promise<void> {
  for (;;) {
    try {
      const response = await api.fetch(contactCall, json(goodMessage));
      if (response.status !== 201) continue;
      acknowledged.add(((await response.json()) as { id: string }).id);
      onAcknowledged();
    } catch {
      return;
    }
  }
}

/** By name, what others than its owner may do with a path below the data folder. */
async function openToOthers(dataDir: string): Promise<string[]> {
  const entries = await readdir(dataDir, { recursive: true });
  const modes = await Promise.all(
    ['', ...entries].map(async (name) => ({ name, mode: (await stat(join(dataDir, name))).mode })),
  );
  return modes.filter(({ mode }) => (mode & 0o077) !== 0).map(({ name }) => name);
}

describe.each(databaseKinds)('the API as a process on %s', (kind) => {
  let place: Place;
  const running: ApiProcess[] = [];
  const start = async (...how: [env?: Record<string, string>, circumstances?: { filesMax: number }]) => {
    const api = await startProcess(place, ...how);
    running.push(api);
    return api;
  };
  beforeEach(async () => {
    place = await makeMigratedPlace(kind);
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map((api) => api.end('SIGKILL')));
    await place.remove();
  });

  test('nobody else on the machine can read what it keeps, even where an older version made it readable', async () => {
    const dataDir = join(place.dataDir, 'data');
    const own = { ...place, dataDir };
    const env = { SESSION_SECRET: '' };
    const before = process.umask(0);
    try {
      for (const round of ['new', 'old']) {
        const api = await startProcess(own, env);
        running.push(api);
        // On an overloaded machine it may say at first that it is overloaded.
        const statusOf = async (call: string, init: RequestInit) => (await fetch(api.origin + call, init)).status;
        await expect.poll(() => statusOf(contactCall, json(goodMessage))).toBe(201);
        await expect.poll(() => statusOf(postCalls.images, { method: 'POST', body: 'text' })).toBe(415);
        await expect
          .poll(
            async () =>
              (await readdir(join(dataDir, 'mail')).catch(() => [])).filter((name) => name.endsWith('.eml')).length,
          )
          .toBeGreaterThan(round === 'new' ? 0 : 1);
        expect(await readdir(dataDir)).toEqual(
          expect.arrayContaining([
            'mail',
            'session-secret',
            'uploads',
            ...(kind === 'sqlite' ? ['site.db', 'site.db-wal', 'site.db-shm'] : []),
          ]),
        );
        expect(await openToOthers(dataDir)).toEqual([]);
        await api.end('SIGKILL');
        for (const name of ['', ...(await readdir(dataDir, { recursive: true }))]) {
          const path = join(dataDir, name);
          await chmod(path, (await stat(path)).isDirectory() ? 0o755 : 0o644);
        }
        await mkdir(join(dataDir, 'uploads'), { recursive: true });
        await writeFile(join(dataDir, 'uploads', 'left'), 'a CV');
      }
      expect(await openToOthers(dataDir)).toContain(join('uploads', 'left'));
      await writeFile(join(dataDir, 'notes.txt'), 'not ours');
      const { status } = await command(own, env, 'list', 'messages');
      expect(status).toBe(0);
      expect(await openToOthers(dataDir), 'the command alone').toEqual(['notes.txt']);
    } finally {
      process.umask(before);
    }
  });

  test('killed while it writes, it loses nothing that it acknowledged', async () => {
    const acknowledged = new Set<string>();
    for (let round = 1; round <= 3; round += 1) {
      const api = await start();
      const enough = Promise.withResolvers<void>();
      const writers = Array.from({ length: 8 }, () =>
        write(api, acknowledged, () => {
          if (acknowledged.size >= round * 40) enough.resolve();
        }),
      );
      await enough.promise;
      expect(await api.end('SIGKILL')).toBe('SIGKILL');
      await Promise.all(writers);
    }
    const db = openDatabase(place);
    const { ids, withoutMail } = await storedMessages(db);
    await db.destroy();
    expect([...acknowledged].filter((id) => !ids.includes(id))).toEqual([]);
    expect(withoutMail).toEqual([]);
  });

  test('asked to stop, it answers what it has begun and ends with status 0', async () => {
    const api = await start();
    const socket = connect(Number(new URL(api.origin).port), '127.0.0.1').setEncoding('utf8');
    const body = JSON.stringify(goodMessage);
    const middle = body.length / 2;
    socket.write(
      `POST ${contactCall} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n` +
        `expect: 100-continue\r\n\r\n`,
    );
    const [goOn] = (await once(socket, 'data')) as [string];
    expect(goOn).toContain('100 Continue');
    socket.write(body.slice(0, middle));

    const exited = api.end('SIGTERM');
    // Connections that keep coming hold it up for seconds, but not for ever.
    await refusedConnection(api.origin, 50);
    const answered = once(socket, 'data') as Promise<[string]>;
    socket.write(body.slice(middle));
    expect((await answered)[0]).toMatch(/^HTTP\/1\.1 201 /);
    expect(await exited).toBe(0);
  });

  test('requests that are on their way when it is asked to stop are answered', async () => {
    const api = await start();
    let signalledAt = Infinity;
    let answers = 0;
    const enough = Promise.withResolvers<void>();
    const begunBefore: number[] = [];
    const visitors = Array.from({ length: 16 }, async () => {
      for (;;) {
        const begun = performance.now();
        const status = await api.fetch(postCalls.posts).then(
          async (response) => (await response.arrayBuffer(), response.status),
          () => 0,
        );
        if (begun < signalledAt && performance.now() > signalledAt) begunBefore.push(status);
        if (status === 0) return;
        if ((answers += 1) === 100) enough.resolve();
        if (performance.now() > signalledAt) return;
      }
    });
    await enough.promise;
    signalledAt = performance.now();
    expect(await api.end('SIGTERM')).toBe(0);
    await Promise.all(visitors);
    expect(begunBefore.length).toBeGreaterThan(0);
    // On an overloaded machine it may say that it is overloaded.
    expect(begunBefore.filter((status) => status !== 200 && status !== 503)).toEqual([]);
  });

  test('instances start at once on a new database, send a mail once, and end when told or orphaned', async () => {
    await place.remove();
    place = await makePlace(kind);
    const apis = await Promise.all([1, 2, 3].map(() => start({ LOG_LEVEL: 'info' })));
    for (const api of apis) {
      expect((await api.fetch('/readyz')).status).toBe(200);
      expect(await (await api.fetch(postCalls.posts)).json()).toHaveLength(7);
    }
    expect(apis.filter((api) => api.output().includes('database migrated'))).toHaveLength(1);

    // Without a mail server the mail is a file: one, whichever process sends it.
    expect((await apis[0]!.fetch(contactCall, json(goodMessage))).status).toBe(201);
    await expect.poll(() => apis.filter((api) => api.output().includes('mail sent')).length).toBe(1);
    const files = await readdir(join(place.dataDir, 'mail'));
    expect(files).toHaveLength(1);
    expect(files[0]).toMatch(/^\d{8}T\d{6}Z-contact-[0-9a-f-]{36}\.eml$/);

    const [orphan, ...others] = apis as [ApiProcess, ...ApiProcess[]];
    const ended = once(orphan.child, 'exit');
    orphan.child.disconnect();
    expect((await ended)[0], 'its parent is gone').toBe(0);
    for (const api of others) expect(await api.end('SIGTERM')).toBe(0);
  });

  test('a database that a newer version has migrated is left alone, with a message', async () => {
    const db = await openMigrated(place);
    await sql`insert into kysely_migration (name, timestamp) values ('999-later', '2030-01-01')`.execute(db);
    await db.destroy();
    for (const { status, output } of [
      await startAndFail(placeEnv(place)),
      await command(place, {}, 'list', 'messages'),
    ]) {
      expect(status).toBe(1);
      expect(output).toContain('A newer version of the program has migrated the database (999-later)');
      expect(output).not.toMatch(/\n\s+at /);
    }
  });

  test('a command makes a database, but leaves that of an earlier version, which would not start again', async () => {
    const own = await makePlace(kind);
    const list = () => command(own, {}, 'list', 'messages');
    const names = migrationNames(kind);
    const [last, before] = [names.at(-1)!, names.slice(0, -1)];
    const db = openDatabase(own);
    try {
      await migrateAnyway(db, before.at(-1));
      const { status, output } = await list();
      expect(output).toContain(`The database is that of an earlier version of the program (without ${last}).`);
      expect(output).not.toMatch(/\n\s+at /);
      expect(status).toBe(1);
      expect(await appliedMigrations(db)).toEqual(before);
      await migrate(db);
      expect(await list()).toMatchObject({ status: 0 });
    } finally {
      await db.destroy();
      await own.remove();
    }
    const none = await makePlace(kind);
    expect(await command(none, {}, 'list', 'messages').finally(none.remove)).toMatchObject({ status: 0 });
  });

  test.runIf(kind === 'sqlite')('more connections than it may have do not end it', async () => {
    const api = await start({}, { filesMax: 48 });
    const port = Number(new URL(api.origin).port);
    const open = Array.from({ length: 60 }, () => connect(port, '127.0.0.1').on('error', () => {}));
    try {
      // Longer than it takes until it looks how busy it is.
      await delay(1_500);
      await expect(api.fetch('/healthz', { signal: AbortSignal.timeout(1_000) }), 'none is left').rejects.toThrow();
    } finally {
      for (const socket of open) socket.destroy();
    }
    await expect.poll(async () => (await api.fetch(postCalls.posts)).status).toBe(200);
    expect(await api.end('SIGTERM')).toBe(0);
  });

  const hasFull = existsSync('/dev/full');
  test.runIf(kind === 'sqlite' && hasFull)('a command whose output has no room says so', async () => {
    const { status, output } = await commandInto('/dev/full', place, 'list', 'posts');
    expect([status, output]).toEqual([1, 'The disk is full: ENOSPC: no space left on device, write.\n']);
  });

  test('a second signal ends it at once', async () => {
    const stuck = await start();
    const socket = connect(Number(new URL(stuck.origin).port), '127.0.0.1');
    socket.on('error', () => {});
    socket.write(
      `POST ${contactCall} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 10\r\nexpect: 100-continue\r\n\r\n`,
    );
    await once(socket, 'data');
    const exited = stuck.end('SIGTERM');
    await refusedConnection(stuck.origin);
    stuck.child.kill('SIGTERM');
    expect(await exited).toBe(1);
  });
});

describe('the API cannot start', () => {
  test('because its port is taken: it says which and what to do', async () => {
    const place = await makePlace('sqlite');
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const bound = other.address();
    const port = typeof bound === 'object' && bound ? String(bound.port) : '';
    const { status, output } = await startAndFail({ ...placeEnv(place), API_PORT: port });
    other.close();
    await place.remove();
    expect(status).toBe(1);
    expect(output).toContain(`port ${port} is in use`);
    expect(output).toContain('API_PORT');
    expect(output).not.toMatch(/\n\s+at /);
  });

  test('because of its environment: it names every variable, what it found and what is allowed', async () => {
    const { status, output } = await startAndFail({
      API_PORT: 'abc',
      PUBLIC_URL: 'example.com',
      DATABASE_URL: 'mysql://user:hunter2@db/site',
      POSTING: 'everyone',
      SESSION_SECRET: 'too short',
      SMTP_URL: 'mail.example.com',
    });
    expect(status).toBe(1);
    for (const name of ['API_PORT', 'PUBLIC_URL', 'DATABASE_URL', 'POSTING', 'SESSION_SECRET', 'SMTP_URL'])
      expect(output).toContain(name);
    expect(output).toContain('public, members, off');
    expect(output).not.toMatch(/hunter2|too short/);
  });

  test.each([
    [
      'DATA_DIR is below a file',
      'file/data',
      /DATA_DIR is ".+file\/data", which cannot be used \(ENOTDIR: .+\)\. Set it/,
    ],
    ['DATA_DIR is a file', 'file', /DATA_DIR is ".+file", which cannot be used \(EEXIST: .+\)\. Set it to a folder/],
    ['site.db is a folder', 'folder', /DATA_DIR is ".+folder", which cannot be used \(EISDIR: .+site\.db'\)\. Set it/],
    ['site.db is something else', 'other', /The database cannot be used: file is not a database\. Check DATABASE_URL,/],
  ])('because %s: it says so, and so does a command', async (_what, dataDir, sentence) => {
    const place = await makePlace('sqlite');
    await writeFile(join(place.dataDir, 'file'), '');
    await mkdir(join(place.dataDir, 'folder/site.db'), { recursive: true });
    await mkdir(join(place.dataDir, 'other'));
    await writeFile(join(place.dataDir, 'other/site.db'), 'This is a letter, not a database. '.repeat(100));
    const at = { ...place, dataDir: join(place.dataDir, dataDir) };
    await expectSentence(at, {}, sentence);
    await place.remove();
  });

  test('because its disk is full: it says so, and so does a command', async (context) => {
    const place = await makeMigratedPlace('sqlite');
    context.onTestFinished(place.remove);
    const dataDir = join(place.dataDir, 'disk');
    await mkdir(dataDir);
    await mountSmallDisk(dataDir, 'size=2m', context);
    await copyFile(join(place.dataDir, 'site.db'), join(dataDir, 'site.db'));
    await writeFile(join(dataDir, 'other'), Buffer.alloc(2 * 1024 * 1024)).catch(() => {});
    await expectSentence(
      { ...place, dataDir },
      {},
      /The disk of the database is full\. Make room, then run this again\./,
    );
  });

  test('because PostgreSQL refuses: it says what, and so does a command', async () => {
    const place = await makePlace('postgres');
    const at = (change: (url: URL) => void): string => {
      const url = new URL(place.url!);
      change(url);
      return url.href;
    };
    await expectSentence(
      place,
      { DATABASE_URL: at((url) => (url.password = '')) },
      /cannot be used: SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string\. Check DATABASE_URL,/,
    );
    const refusals = [
      [at((url) => (url.password = 'wrong')), 'password authentication failed for user "postgres"'],
      [at((url) => (url.pathname = '/nowhere')), 'database "nowhere" does not exist'],
      [at((url) => (url.search = '?sslmode=verify-full')), 'The server does not support SSL connections'],
    ] as const;
    for (const [url, reason] of refusals)
      expect(await refusal(place, url)).toContain(`The database cannot be used: ${reason}. Check DATABASE_URL,`);
    await expectSentence(
      place,
      { DATABASE_URL: at((url) => (url.search = '?sslmode=verify-full&sslrootcert=/nowhere.pem')) },
      /DATABASE_URL names a file that cannot be read \(ENOENT: .+\/nowhere\.pem'\)\. Set its sslrootcert,/,
    );
    await place.remove();
  });

  test('because PgBouncer refuses its time limits: it says what to set there', async () => {
    const fields = Buffer.from('SFATAL\0C08P01\0Munsupported startup parameter: statement_timeout\0\0');
    const size = Buffer.alloc(4);
    size.writeInt32BE(fields.length + 4);
    const pooler = createServer((socket) => {
      socket.on('error', () => {}).once('data', () => socket.end(Buffer.concat([Buffer.from('E'), size, fields])));
    }).listen(0, '127.0.0.1');
    await once(pooler, 'listening');
    const { port } = pooler.address() as AddressInfo;
    const place = await makePlace('sqlite');
    expect(await refusal(place, `postgres://site:secret@127.0.0.1:${port}/site`)).toMatch(
      /names a PgBouncer that refuses .+ \(unsupported startup parameter: statement_timeout\)\. Set its ignore_startup_par/,
    );
    pooler.close();
    await place.remove();
  });

  test('because the authority of a certificate is unknown: it says where to name it', async () => {
    const place = await makePlace('sqlite');
    const server = createServer((socket) => {
      const speakTls = () => new TLSSocket(socket, { isServer: true, ...selfSigned }).on('error', () => {});
      socket.on('error', () => {}).once('data', () => void socket.write('S', speakTls));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    expect(await refusal(place, `postgres://site:secret@localhost:${port}/site?sslmode=verify-full`)).toMatch(
      /names a server with a certificate from an unknown authority \(self-signed certificate\)\. Set its sslmode .+ sslrootcert/,
    );
    server.close();
    await place.remove();
  });

  test('because instances that share a database must share a secret', async () => {
    const { status, output } = await startAndFail({
      NODE_ENV: 'production',
      DATABASE_URL: 'postgres://db/site',
      SESSION_SECRET: '',
    });
    expect(status).toBe(1);
    expect(output).toContain('SESSION_SECRET is not set');
  });
});

/** Starting it, and a command, end with a sentence. */
async function expectSentence(place: Place, env: Record<string, string>, sentence: RegExp): Promise<void> {
  const begun = performance.now();
  for (const { status, output } of [
    await startAndFail({ ...placeEnv(place), ...env }),
    await command(place, env, 'list', 'messages'),
  ]) {
    expect(output).toMatch(sentence);
    expect(output).not.toMatch(/\n\s+at /);
    expect(status).toBe(1);
    // PostgreSQL waits a minute for a password.
    expect(performance.now() - begun).toBeLessThan(40_000);
  }
}

/** What both programs print when they are refused at this address: neither waits for a database that refuses. */
async function refusal(place: Place, url: string): Promise<string | undefined> {
  const db = openDatabase({ ...place, url });
  const log = { info: () => {}, warn: () => {} };
  const signal = AbortSignal.timeout(40_000);
  const error: unknown = await migrateWhenReachable(db, { log, signal, onAway: () => {} }).catch((thrown) => thrown);
  await db.destroy();
  return unusableDatabase(error);
}

/** Resolves when nothing listens at the address any more. @param pause between connections, in milliseconds */
async function refusedConnection(origin: string, pause = 250): Promise<void> {
  for (;;) {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1');
    const refused = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(false));
      socket.once('error', () => resolve(true));
    });
    socket.destroy();
    if (refused) return;
    await delay(pause);
  }
}
