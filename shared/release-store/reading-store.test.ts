/** How often a store in a folder is read, and that nobody gets a state from before they asked. */
import { once } from 'node:events';
import * as files from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { RegistryEntry } from '../contracts/registry.ts';
import { integrityOf } from '../releases/integrity.ts';
import { openStore, type ReleaseStore } from './reading-store.ts';

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof files>();
  return { ...real, stat: vi.fn(real.stat) };
});

let folder: string;
let store: ReleaseStore;
beforeEach(async () => {
  folder = await files.mkdtemp(path.join(tmpdir(), 'reading-'));
  store = openStore(pathToFileURL(folder).href, folder);
});
afterEach(() => files.rm(folder, { recursive: true }));

async function write(schema: string): Promise<void> {
  await files.writeFile(path.join(folder, 'next'), JSON.stringify({ schema, microFrontends: {} }));
  await files.rename(path.join(folder, 'next'), path.join(folder, 'registry.json'));
}

test('callers at the same time share one look', async () => {
  await write('first');
  const registry = await store.registry();
  const looks = vi.mocked(files.stat);
  looks.mockClear();
  const answers = await Promise.all(Array.from({ length: 1_000 }, () => store.registry()));
  expect(new Set(answers.map(({ schema }) => schema))).toEqual(new Set(['first']));
  // The first caller's look, and the one that all others waited for.
  expect(looks).toHaveBeenCalledTimes(2);
  expect(await store.registry(), 'not read again').toBe(registry);
  expect(looks).toHaveBeenCalledTimes(3);
});

test('nobody gets what was read before they asked', async () => {
  await write('0');
  const over = new AbortController();
  const others = Array.from({ length: 8 }, async () => {
    while (!over.signal.aborted) await store.registry();
  });
  for (let release = 1; release <= 200; release += 1) {
    await write(String(release));
    expect((await store.registry()).schema).toBe(String(release));
  }
  over.abort();
  await Promise.all(others);
});

test('a failure is reported to all who asked, and not kept', async () => {
  const failed = await Promise.allSettled([1, 2, 3].map(() => store.registry()));
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  await files.writeFile(path.join(folder, 'registry.json'), '{');
  const reason = await store.registry().catch(String);
  expect(String(reason).match(/cannot be read/g), 'said once').toHaveLength(1);
  await write('mended');
  expect((await store.registry()).schema).toBe('mended');
});

test('a registry that is gone again is reported again, though it had come back as it was', async () => {
  const said: string[] = [];
  store = openStore(pathToFileURL(folder).href, folder, (trouble) => said.push(trouble));
  await write('known');
  const [file, away] = [path.join(folder, 'registry.json'), path.join(folder, 'away')];
  for (let times = 0; times < 2; times += 1) {
    await store.registry();
    await files.rename(file, away);
    expect((await store.registry()).schema).toBe('known');
    await files.rename(away, file);
  }
  expect(said).toEqual(Array(2).fill(expect.stringContaining('ENOENT')));
});

/** A static host of a registry. @returns the text that it serves, and the statuses that it answered with */
async function host(text: string) {
  const state = { text, answers: [] as number[], mode: 'well' as 'well' | 'hanging' | 'failing' };
  const server = createServer(({ headers }, response) => {
    if (state.mode === 'hanging') return;
    if (state.mode === 'failing') return void response.writeHead(503).end('x'.repeat(500_000));
    const etag = `"${state.text.length}"`;
    const status = headers['if-none-match'] === etag ? 304 : 200;
    state.answers.push(status);
    response.writeHead(status, { etag }).end(status === 200 ? state.text : undefined);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const connections = () => promisify(server.getConnections.bind(server))();
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { state, url, connections, close };
}

const documentOf = (schema: string): string => JSON.stringify({ schema, microFrontends: {} });

test('a static host that cannot be reached is reported with the reason', async () => {
  const { url, close } = await host('');
  close();
  await expect(openStore(url, folder).registry()).rejects.toThrow(
    `${url}/registry.json cannot be read: connect ECONNREFUSED ${url.slice('http://'.length)}`,
  );
});

test('a registry on a static host is sent again only when it has changed', async () => {
  const { state, url, close } = await host(documentOf('one'));
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const reader = openStore(url, folder);
    const schema = async () => {
      vi.advanceTimersByTime(1_000);
      return (await reader.registry()).schema;
    };
    expect(await schema()).toBe('one');
    await reader.registry();
    expect(state.answers, 'not asked again at once').toEqual([200]);
    expect([await schema(), await schema()]).toEqual(['one', 'one']);
    state.text = documentOf('other');
    // On a busy machine, the answer may come later than anybody waits for it.
    await expect.poll(schema).toBe('other');
    expect(await schema()).toBe('other');
    expect(state.answers.filter((status) => status === 200)).toHaveLength(2);
    expect(new Set(state.answers)).toEqual(new Set([200, 304]));
  } finally {
    vi.useRealTimers();
    close();
  }
});

test('one that went bad leaves the last good copy to a shell that starts after that', async () => {
  const { state, url, close } = await host(documentOf('good'));
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const reader = openStore(url, folder);
    expect((await reader.registry()).schema).toBe('good');
    state.text = '{"microFrontends": [';
    vi.advanceTimersByTime(1_000);
    expect((await reader.registry()).schema).toBe('good');
    expect((await openStore(url, folder).registry()).schema, 'after a restart').toBe('good');
  } finally {
    vi.useRealTimers();
    close();
  }
});

test('one that could not be saved is saved once it can be, and the failure is reported once', async () => {
  const { state, url, close } = await host(documentOf('one'));
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const mirror = path.join(folder, 'mirror');
    // As little can be written here as on a full disk.
    await files.writeFile(mirror, '');
    const told: string[] = [];
    const reader = openStore(url, mirror, (sentence) => told.push(sentence));
    const look = async () => {
      const before = state.answers.length;
      vi.advanceTimersByTime(1_000);
      await expect.poll(async () => (await reader.registry()) && state.answers.length).toBeGreaterThan(before);
    };
    await look();
    state.text = documentOf('other');
    await look();
    await files.rm(mirror);
    await look();
    const copy = () => files.readFile(path.join(mirror, 'registry.json'), 'utf8').catch(() => undefined);
    await expect.poll(copy).toBe(documentOf('other'));
    expect(state.answers.at(-1)).toBe(304);
    expect(told).toEqual([expect.stringContaining('The registry could not be saved: ')]);
  } finally {
    vi.useRealTimers();
    close();
  }
});

test('a host that hangs holds visitors up once, and shortly; what it has is seen when it is well again', async () => {
  const { state, url, close } = await host(documentOf('known'));
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const said: string[] = [];
    const reader = openStore(url, folder, (trouble) => said.push(trouble));
    await reader.registry();
    state.mode = 'hanging';
    /** Timers end in the order of their times, however busy the machine is. */
    const givenWithin = async (ms: number) => {
      vi.advanceTimersByTime(1_000);
      const given = await Promise.race([reader.registry(), delay(ms)]);
      return given?.schema;
    };
    expect(await givenWithin(400)).toBe('known');
    await expect.poll(() => said).toEqual([expect.stringContaining('cannot be read')]);
    expect(await givenWithin(100), 'it was late').toBe('known');
    state.mode = 'well';
    state.text = documentOf('a later one');
    await expect.poll(() => givenWithin(400)).toBe('a later one');
  } finally {
    vi.useRealTimers();
    close();
  }
});

test('a host that fails, at length, is left no connection for each time', async () => {
  const { state, url, connections, close } = await host(documentOf('known'));
  vi.useFakeTimers({ toFake: ['performance'] });
  // A request's deadline would close its connection as well, and so would collecting the garbage: both only later.
  const deadline = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal);
  const answers: Response[] = [];
  const real = globalThis.fetch;
  const fetching = vi.spyOn(globalThis, 'fetch').mockImplementation(async (...given) => {
    const answer = await real(...given);
    answers.push(answer);
    return answer;
  });
  try {
    const reader = openStore(url, folder);
    await reader.registry();
    state.mode = 'failing';
    for (let times = 0; times < 30; times += 1) {
      vi.advanceTimersByTime(1_000);
      // `registry` would not wait for a host that is slow to answer, as on a busy machine.
      expect((await reader.newerRegistry()).schema).toBe('known');
    }
    expect(answers).toHaveLength(31);
    expect(await connections()).toBeLessThan(10);
  } finally {
    fetching.mockRestore();
    deadline.mockRestore();
    vi.useRealTimers();
    close();
  }
});

test('a host that fails again is reported again, even if its registry has not changed in between', async () => {
  const { state, url, close } = await host(documentOf('known'));
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const said: string[] = [];
    const reader = openStore(url, folder, (trouble) => said.push(trouble));
    for (const mode of ['well', 'failing', 'failing', 'well', 'well', 'failing'] as const) {
      state.mode = mode;
      vi.advanceTimersByTime(1_000);
      await reader.newerRegistry();
    }
    expect(said).toEqual(Array(2).fill(expect.stringContaining('answered 503')));
    expect(state.answers, 'sent whole only after a failure').toEqual([200, 200, 304]);
  } finally {
    vi.useRealTimers();
    close();
  }
});

test('a clock that is put back keeps no release from being seen', async () => {
  const { state, url, close } = await host(documentOf('one'));
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  try {
    const reader = openStore(url, folder);
    await reader.registry();
    state.text = documentOf('other');
    vi.setSystemTime(Date.now() - 3_600_000);
    const schema = async () => {
      vi.advanceTimersByTime(1_000);
      return (await reader.registry()).schema;
    };
    await expect.poll(schema).toBe('other');
  } finally {
    vi.useRealTimers();
    close();
  }
});

/** A static host of releases that have one page each. */
async function hostOfReleases() {
  const bytes = 'export {};';
  const file = { url: '/remotes/mf-a/x', integrity: integrityOf(bytes) };
  const releaseOf = (version: string) => JSON.stringify({ version, files: { 'page.js': file.integrity } });
  const entryOf = (version: string, traffic: number): RegistryEntry => ({
    url: file.url,
    metadata: { version, integrity: file.integrity },
    deployment: { traffic, default: traffic === 100 },
    extras: {
      routes: ['/a'],
      release: { url: file.url, integrity: integrityOf(releaseOf(version)) },
      server: file,
      contract: 1,
      releasedAt: '2026-01-01T00:00:00.000Z',
    },
  });
  /** A registry with these releases, and the share of the visitors that each has. */
  const registryOf = (...releases: [version: string, traffic: number][]) =>
    JSON.stringify({ schema: '', microFrontends: { 'mf-a': releases.map((each) => entryOf(...each)) } });
  const state = { registry: registryOf(), asked: [] as string[] };
  const server = createServer(({ url = '' }, response) => {
    state.asked.push(url);
    const [, version] = /^\/mf-a\/(\d)\/release\.json$/.exec(url) ?? [];
    response.end(url === '/registry.json' ? state.registry : version === undefined ? bytes : releaseOf(version));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { bytes, integrity: file.integrity, registryOf, state, url, close };
}

test('copies of a release go when the registry no longer names it, and come again when it does', async () => {
  const { bytes, integrity, registryOf, state, url, close } = await hostOfReleases();
  state.registry = registryOf(['2', 100], ['1', 0]);
  const mirror = path.join(folder, 'mirror');
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const reader = openStore(url, mirror);
    const read = () => {
      vi.advanceTimersByTime(1_000);
      return reader.registry();
    };
    const of = (version: string) => reader.file(`mf-a/${version}/page.js`, integrity);
    await read();
    await Promise.all([of('1'), of('2')]);
    state.registry = registryOf(['3', 100], ['2', 0]);
    const copies = async () => {
      await read();
      return files.readdir(path.join(mirror, 'mf-a'));
    };
    await expect.poll(copies).toEqual(['2', '3']);
    expect(await files.readdir(mirror)).toContain('registry.json');
    expect(await files.readFile(await of('2'), 'utf8')).toBe(bytes);

    state.registry = registryOf(['1', 100], ['2', 0]);
    await expect.poll(copies).toEqual(['1', '2']);
    expect(await files.readFile(await of('1'), 'utf8')).toBe(bytes);
    expect(state.asked.filter((each) => each === '/mf-a/2/page.js')).toHaveLength(1);

    // Withdrawn, pruned and released again, it is copied before anybody asks for it.
    state.registry = registryOf();
    await expect.poll(copies).toEqual([]);
    state.registry = registryOf(['1', 100]);
    const copiedPage = async () => {
      await read();
      return files.readFile(path.join(mirror, 'mf-a/1/page.js'), 'utf8').catch(() => undefined);
    };
    await expect.poll(copiedPage).toBe(bytes);
  } finally {
    vi.useRealTimers();
    close();
  }
});

test('what only some visitors get is copied as well, and what none get is not', async () => {
  const { bytes, registryOf, state, url, close } = await hostOfReleases();
  state.registry = registryOf(['3', 0], ['2', 10], ['1', 100]);
  const mirror = path.join(folder, 'mirror');
  try {
    await openStore(url, mirror).registry();
    const copied = () => files.readFile(path.join(mirror, 'mf-a/2/page.js'), 'utf8').catch(() => undefined);
    await expect.poll(copied).toBe(bytes);
    expect(await files.readdir(path.join(mirror, 'mf-a'))).toEqual(['1', '2']);
  } finally {
    close();
  }
});

test('a file may take its time to arrive, as long as some of it does', async () => {
  const pieces = Array.from({ length: 10 }, (_, piece) => `export const piece${piece} = 1;`);
  const server = createServer(async ({ url }, response) => {
    for (const piece of pieces) {
      response.write(piece);
      // The last piece of the other one never comes.
      if (url!.endsWith('/hangs.js')) return;
      await delay(250);
    }
    response.end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  try {
    const reader = openStore(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, path.join(folder, 'mirror'));
    const integrity = integrityOf(pieces.join(''));
    const hanging = reader.file('mf-a/1/hangs.js', integrity).catch((error: unknown) => String(error));
    expect(await files.readFile(await reader.file('mf-a/1/page.js', integrity), 'utf8')).toBe(pieces.join(''));
    expect(await hanging).toContain('cannot be read');
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test('a host that hangs holds visitors up once for a file, which they get when it is well again', async () => {
  const bytes = 'export {};';
  let isHanging = true;
  const server = createServer((_request, response) => void (isHanging || response.end(bytes)));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  try {
    const { port } = server.address() as AddressInfo;
    const reader = openStore(`http://127.0.0.1:${port}`, path.join(folder, 'mirror'));
    const page = () => reader.file('mf-a/1/page.js', integrityOf(bytes));
    await expect(page()).rejects.toThrow('Nothing arrived');
    /** Timers end in the order of their times, however busy the machine is. */
    const soon = () => Promise.race([page(), delay(400)]);
    await expect(soon()).rejects.toThrow('does not come');
    await expect(soon(), 'while the host is asked').rejects.toThrow('does not come');
    isHanging = false;
    await expect.poll(() => page().then((file) => files.readFile(file, 'utf8'), String)).toBe(bytes);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
