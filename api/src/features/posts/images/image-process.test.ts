/** Images that would exhaust the machine, and the process between them and the visitors. */
import { execFile } from 'node:child_process';
import { mkdtemp, open, readdir, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { postCalls } from 'shared/contracts/posts';
import { runningTime } from 'shared/node/test-support/running-time';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type ImageProcess, imageProcess } from './image-process.ts';
import { makeMigratedPlace, type Place } from '../../../../test/support/database.ts';
import { blackPng } from '../../../../test/support/images.ts';
import { type ApiProcess, startProcess } from '../../../../test/support/process.ts';
import { residentMegabytes } from '../../../../../tooling/processes/resident-memory.ts';

const MB = 1024 * 1024;
/** How much more memory the serving process may take, in MB. */
const GROWTH_MAX = 50;
/** How late an answer may be on a busy machine. An API that decoded images itself would be silent for much longer. */
const SLOWEST_MS = 2_500;

const photo = { create: { width: 4_000, height: 3_000, channels: 3, background: '#705030' } } as const;
const huge = { create: { ...photo.create, width: 8_160, height: 6_120 }, limitInputPixels: false };
const small = () =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#a03020' } })
    .png()
    .toBuffer();
/** A small one whose first bytes say that it has 50 million pixels. */
const hugeProgressive = async () => {
  const bytes = await sharp({ create: { ...photo.create, width: 40, height: 30 } })
    .jpeg({ progressive: true })
    .toBuffer();
  const frame = bytes.indexOf('ffc2', 'hex');
  bytes.writeUInt16BE(huge.create.height, frame + 5);
  bytes.writeUInt16BE(huge.create.width, frame + 7);
  return bytes;
};
/** 300 kB; decoded, 600 MB. */
const bomb = () => blackPng({ width: 6_000, height: 8_300, depth: 16, interlaced: true });

/** Processes that run the image program as children of `parent`. */
async function workersOf(parent: number): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,args=']);
  const found = stdout.split('\n').flatMap((line) => /^\s*(\d+)\s+(\d+)\s.*image-worker\.(?:ts|mjs)/.exec(line) ?? []);
  return found.flatMap((_, at) => (at % 3 === 0 && Number(found[at + 2]) === parent ? [Number(found[at + 1])] : []));
}

/** All of it: a thread that is still to end (`l`) holds the process's files open. */
const hasEnded = async (pid: number) => {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'stat=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
  return /^(?:Z[^l]*)?$/.test(stdout.trim());
};

describe('an API that is sent images', () => {
  let place: Place;
  let api: ApiProcess;
  beforeAll(async () => {
    place = await makeMigratedPlace('sqlite');
    api = await startProcess(place);
    // Warm-up: what the process allocates the first time, it may keep.
    expect((await send(await small())).status).toBe(201);
  });
  afterAll(async () => {
    await api.end('SIGKILL');
    await place.remove();
  });

  const send = (bytes: Buffer) => api.fetch(postCalls.images, { method: 'POST', body: new Uint8Array(bytes) });
  /** Sends images until there is a process that decodes: one that has grown ends, and a late API refuses some. */
  const decoder = async () => {
    let workers: number[] = [];
    await expect
      .poll(async () => {
        const { status } = await send(await small());
        workers = await workersOf(api.child.pid!);
        return [status, workers.length];
      })
      .toEqual([201, 1]);
    return workers[0]!;
  };
  const memory = () => residentMegabytes(api.child.pid!);

  test.each<[string, () => Promise<Buffer>]>([
    ['JPEG', () => sharp(photo).jpeg().toBuffer()],
    [
      'progressive JPEG of full colours',
      () => sharp(photo).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer(),
    ],
    ['PNG', async () => blackPng({ ...photo.create, alpha: true })],
    ['interlaced PNG', async () => blackPng({ ...photo.create, alpha: true, interlaced: true })],
    ['PNG of 16 bits', async () => blackPng({ ...photo.create, alpha: true, depth: 16 })],
    ['interlaced PNG of 16 bits', async () => blackPng({ ...photo.create, alpha: true, depth: 16, interlaced: true })],
    ['GIF', () => sharp(photo).gif({ effort: 1, dither: 0 }).toBuffer()],
    ['WebP', () => sharp(photo).webp({ effort: 0 }).toBuffer()],
  ])('12 million pixels as %s are stored', async (_type, image) => {
    const response = await send(await image());
    expect(response.status).toBe(201);
    expect(await response.json()).toMatchObject({ width: 1_600, height: 1_200 });
  });

  test('50 million pixels as phones take them are stored', async () => {
    expect((await send(await sharp(huge).jpeg().toBuffer())).status).toBe(201);
  });

  test.each<[string, () => Promise<Buffer>, RegExp]>([
    ['interlaced, of 16 bits', async () => bomb(), /stored: interlaced, progressive.* at most 12 million pixels/],
    ['of 16 bits', async () => blackPng({ width: 6_000, height: 6_000, depth: 16 }), /more than 8 bits/],
    ['progressive', hugeProgressive, /progressive/],
    ['one pixel wide', async () => blackPng({ width: 1, height: 16_777_215 }), /the limit is 12,000 pixels/],
    ['one pixel high', async () => blackPng({ width: 1_000_000, height: 1 }), /the limit is 12,000 pixels/],
  ])('an image that would take the machine, %s, is refused by its first bytes', async (_what, image, message) => {
    const response = await send(await image());
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({
      errors: [{ field: 'image', message: expect.stringMatching(message) }],
    });
  });

  test('six bombs and six large images at once: the API neither grows nor stands still', async () => {
    const images = [bomb(), blackPng({ ...photo.create, alpha: true, interlaced: true })];
    const before = memory();
    let most = before;
    let slowest = 0;
    const done = new AbortController();
    const looking = (async () => {
      while (!done.signal.aborted) {
        const began = runningTime();
        await (await api.fetch('/healthz')).text();
        slowest = Math.max(slowest, runningTime() - began);
        most = Math.max(most, memory());
        await delay(10);
      }
    })();
    const statuses = await Promise.all(Array.from({ length: 12 }, async (_, n) => (await send(images[n % 2]!)).status));
    done.abort();
    await looking;
    expect(statuses).toEqual(Array.from({ length: 12 }, (_, n) => (n % 2 ? 201 : 422)));
    expect(most - before).toBeLessThan(GROWTH_MAX);
    expect(slowest).toBeLessThan(SLOWEST_MS);
  });

  /** Sends an image's beginning in chunks, then whatever `more` says, until the connection ends. @returns the answer */
  const sendRaw = (more: (socket: Socket) => void) => {
    const socket = connect(Number(new URL(api.origin).port), '127.0.0.1');
    let answer = '';
    socket
      .setEncoding('utf8')
      .on('data', (text: string) => (answer += text))
      .on('error', () => {});
    socket.write(
      `POST ${postCalls.images} HTTP/1.1\r\nhost: x\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n4\r\nGIF8\r\n`,
      () => more(socket),
    );
    return new Promise<string>((resolve) => socket.on('close', () => resolve(answer)));
  };
  const left = () => readdir(`${place.dataDir}/uploads`);

  test('an image without end is cut off, one that breaks off leaves nothing', async () => {
    const before = memory();
    const block = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
    const endless = (socket: Socket) => {
      const writeMore = () => {
        while (!socket.destroyed && socket.write(block));
      };
      socket.on('drain', writeMore);
      writeMore();
    };
    const answer = await sendRaw(endless);
    expect(answer === '' || answer.startsWith('HTTP/1.1 413 '), answer).toBe(true);
    expect(memory() - before).toBeLessThan(GROWTH_MAX);
    const broken = sendRaw(
      (socket) =>
        void expect
          .poll(left)
          .toHaveLength(1)
          .then(() => socket.destroy()),
    );
    expect(await broken).toBe('');
    await expect.poll(left).toEqual([]);
  });

  test('when too many wait, the next is told when to come back, and the waiting ones are stored', async () => {
    const image = await small();
    const worker = await decoder();
    process.kill(worker, 'SIGSTOP');
    const turnedAway: Response[] = [];
    const sent = Array.from({ length: 23 }, async () => {
      const answer = await send(image);
      if (answer.status === 503) turnedAway.push(answer);
      return answer;
    });
    // Only then have all arrived.
    await expect.poll(() => turnedAway).toHaveLength(2);
    expect(turnedAway[0]!.headers.get('retry-after')).toBe('5');
    expect(await turnedAway[0]!.json()).toMatchObject({ code: 'unavailable' });
    process.kill(worker, 'SIGCONT');
    const statuses = (await Promise.all(sent)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(21);
  });

  test('the process that decodes ends with the API, which stores what has arrived before it stops', async () => {
    const worker = await decoder();
    process.kill(worker, 'SIGSTOP');
    const sent = send(await small());
    await expect.poll(() => readdir(`${place.dataDir}/uploads`)).toHaveLength(1);
    const stopped = api.end('SIGTERM');
    await expect
      .poll(() =>
        fetch(`${api.origin}/healthz`).then(
          () => true,
          () => false,
        ),
      )
      .toBe(false);
    process.kill(worker, 'SIGCONT');
    expect(await stopped).toBe(0);
    expect((await sent).status).toBe(201);
    await expect.poll(() => hasEnded(worker)).toBe(true);

    api = await startProcess(place);
    const next = await decoder();
    await api.end('SIGKILL');
    await expect.poll(() => hasEnded(next)).toBe(true);
  });
});

describe('the process that decodes', () => {
  let folder: string;
  let path: string;
  let images: ImageProcess;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'images-test-'));
    path = join(folder, 'image');
    await writeFile(path, await small());
  });
  afterAll(() => rm(folder, { recursive: true }));

  /** The one of today, once those that were told to end are gone. */
  const worker = async () => {
    let found: number[] = [];
    await expect.poll(async () => (found = await workersOf(process.pid)).length).toBe(1);
    return found[0]!;
  };
  const stored = { data: expect.any(Uint8Array), width: 40, height: 30 };
  const full = () => new Error('full');

  test('is ended when an image takes too long, and replaced', async () => {
    images = imageProcess({ full, timeMax: 3_000 });
    expect(await images.write(path)).toEqual(stored);
    process.kill(await worker(), 'SIGSTOP');
    expect(await images.write(path)).toEqual({ refused: 'exhausting' });
    expect(await images.write(path)).toEqual(stored);
    images.stop();
  });

  test.each([
    ['back', -60 * 60_000, 'SIGSTOP', { refused: 'exhausting' }],
    ['forward', 60 * 60_000, 'SIGCONT', stored],
  ] as const)('a clock that is set %s changes nothing', async (_, by, name, result) => {
    images = imageProcess({ full, timeMax: 3_000 });
    await images.write(path);
    process.kill(await worker(), name);
    const began = Date.now();
    // Set a moment after the image has come.
    const clock = vi
      .spyOn(Date, 'now')
      .mockReturnValueOnce(began)
      .mockReturnValue(began + by);
    try {
      expect(await images.write(path)).toEqual(result);
    } finally {
      clock.mockRestore();
      images.stop();
    }
  });

  test.runIf(process.platform === 'linux')('is ended when an image takes too much memory', async () => {
    images = imageProcess({ full, memoryMax: MB });
    // On a busy machine the first image may be done before its memory is checked.
    await expect.poll(() => images.write(path)).toEqual({ refused: 'exhausting' });
    await expect.poll(() => workersOf(process.pid)).toEqual([]);
  });

  test('is replaced when it has died, and an image that came too late for it is stored by the next one', async () => {
    images = imageProcess({ full });
    await images.write(path);
    process.kill(await worker(), 'SIGKILL');
    const atOnce = images.write(path);
    expect(await atOnce).toEqual(stored);
    process.kill(await worker(), 'SIGKILL');
    // The system knows of the end by then, this process does not.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
    expect(await images.write(path)).toEqual(stored);
    images.stop();
  });

  test('breaks twice at most because of one image, which then counts as unreadable', async () => {
    images = imageProcess({ full });
    await images.write(path);
    // A pipe is opened once it is read.
    const pipe = join(folder, 'pipe');
    await promisify(execFile)('mkfifo', [pipe]);
    const broken = images.write(pipe);
    for (let times = 0; times < 2; times += 1) {
      await using _ = await open(pipe, 'w');
      const reader = await worker();
      process.kill(reader, 'SIGKILL');
      await expect.poll(() => hasEnded(reader)).toBe(true);
    }
    expect(await broken).toEqual({ refused: 'unreadable' });
    expect(await images.write(path)).toEqual(stored);
    images.stop();
  });

  test('knows nothing of the site: its environment is empty', async () => {
    images = imageProcess({ full });
    await images.write(path);
    const { stdout } = await promisify(execFile)('ps', ['eww', '-o', 'args=', '-p', String(await worker())]);
    expect(stdout).toMatch(/image-worker\.ts/);
    expect(stdout).not.toContain('PATH=');
    images.stop();
  });
});
