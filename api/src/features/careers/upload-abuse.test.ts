/** Requests that no real applicant would send, to an API in a separate process whose memory is measured. */
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { applicationCall, CV_FIELD } from 'shared/contracts/careers';
import { postCalls } from 'shared/contracts/posts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { applicationForm, goodApplication } from '../../../test/support/applications.ts';
import { makeMigratedPlace, type Place } from '../../../test/support/database.ts';
import { docx, pdf } from '../../../test/support/documents.ts';
import { type ApiProcess, startProcess } from '../../../test/support/process.ts';
import { mountSmallDisk } from '../../../test/support/small-disk.ts';
import { problemOf } from '../../../test/support/visitor.ts';
import { residentMegabytes } from '../../../../tooling/processes/resident-memory.ts';

const MB = 1024 * 1024;
/** How much more memory the process may take, in MB. */
const GROWTH_MAX = 50;
/**
 * How much may be sent before the server hangs up, in MB: it throws 25 away, and where it is slow to read, the kernel
 * buffers up to 36 more for both ends of a connection, and the sender's own queue some more.
 */
const TAKEN_MAX = 100;

const fileHead = `content-disposition: form-data; name="${CV_FIELD}"; filename="cv.pdf"\r\n\r\n%PDF-1.4\n`;
const beginnings: Record<string, string> = {
  'a file': `--b\r\n${fileHead}`,
  'a text': `--b\r\ncontent-disposition: form-data; name="about"\r\n\r\n`,
  'something before the first part': 'x',
  'a header': '--b\r\nx-long: ',
};

describe('abuse of uploads', () => {
  let place: Place;
  let api: ApiProcess;
  beforeAll(async () => {
    place = await makeMigratedPlace('sqlite');
    api = await startProcess(place);
    // Warm-up: what the process allocates the first time, it may keep.
    for (let n = 0; n < 3; n += 1)
      expect((await send(applicationForm({ about: String(n) }, { bytes: docx() }))).status).toBe(201);
  });
  afterAll(async () => {
    await api.end('SIGKILL');
    await place.remove();
  });

  const send = (body: FormData) =>
    api.fetch(applicationCall, { method: 'POST', body, headers: { accept: 'application/json' } });
  const memory = () => residentMegabytes(api.child.pid!);
  const left = async () => readdir(`${place.dataDir}/uploads`);

  /** Runs the work. @returns by how much the process's memory grew at most, in MB */
  const growthWhile = async (work: () => Promise<void>): Promise<number> => {
    const before = memory();
    let most = before;
    const timer = setInterval(() => (most = Math.max(most, memory())), 50);
    await work();
    clearInterval(timer);
    return Math.max(most, memory()) - before;
  };

  /** Sends endlessly until the API closes the connection. @returns MB that it took, and what it answered */
  const endless = async (beginning: string): Promise<{ taken: number; answer: string }> => {
    const socket = connect(Number(new URL(api.origin).port), '127.0.0.1');
    let answer = '';
    socket.setEncoding('utf8').on('data', (text: string) => (answer += text));
    socket.on('error', () => {});
    const hungUp = new Promise((resolve) => socket.on('close', resolve));
    socket.write(
      `POST ${applicationCall} HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=b\r\ntransfer-encoding: chunked\r\n\r\n`,
    );
    const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
    socket.write(chunk(beginning));
    const more = chunk('x'.repeat(64 * 1024));
    const writeMore = () => {
      while (!socket.destroyed && socket.write(more));
    };
    socket.on('drain', writeMore);
    writeMore();
    await hungUp;
    return { taken: socket.bytesWritten / MB, answer };
  };

  test.each(Object.entries(beginnings))('%s that never ends is cut off', async (_what, beginning) => {
    let result = { taken: 0, answer: '' };
    const growth = await growthWhile(async () => {
      result = await endless(beginning);
    });
    expect(result.answer === '' || /^HTTP\/1\.1 4\d\d /.test(result.answer), result.answer).toBe(true);
    expect(result.taken).toBeLessThan(TAKEN_MAX);
    expect(growth).toBeLessThan(GROWTH_MAX);
    await expect.poll(left).toEqual([]);
  });

  test('zip bombs, ten at once', async () => {
    const bomb = docx([{ name: 'word/media/image.xml', content: Buffer.alloc(400 * MB) }]);
    const growth = await growthWhile(async () => {
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, n) => send(applicationForm({ about: String(n) }, { bytes: bomb }))),
      );
      expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 422));
    });
    expect(growth).toBeLessThan(GROWTH_MAX);
  });

  test.for([
    ['a full disk', 'uploads', 'size=100k', 'write'],
    ['a full disk that has no folder for uploads yet', '', 'nr_inodes=1', 'mkdir'],
  ] as const)('%s is reported as full, and the log says why', async ([, path, options, call], context) => {
    await mountSmallDisk(join(place.dataDir, path), options, context);
    const image = { method: 'POST', body: Buffer.alloc(MB), headers: { 'content-type': 'image/png' } };
    for (const answer of [
      await send(applicationForm({}, { bytes: pdf(MB) })),
      await api.fetch(postCalls.images, image),
    ]) {
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([507, '60']);
      expect((await problemOf(answer)).code).toBe('storage-full');
    }
    if (path) expect(await left()).toEqual([]);
    const why = `ENOSPC: no space left on device, ${call}`;
    const told = () =>
      api
        .output()
        .split('\n')
        .filter((line) => line.includes(why));
    await expect.poll(told).toHaveLength(2);
  });

  test('connections that break in the middle leave nothing', async () => {
    const text = Object.entries(goodApplication)
      .map(([name, value]) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
      .join('');
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        const socket = connect(Number(new URL(api.origin).port), '127.0.0.1');
        socket.write(
          `POST ${applicationCall} HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 4000000\r\n\r\n`,
        );
        socket.write(`${text}--b\r\n${fileHead}${'x'.repeat(MB)}`);
        await expect.poll(async () => (await left()).length).toBeGreaterThan(0);
        socket.destroy();
      }),
    );
    await expect.poll(left).toEqual([]);
    expect((await send(applicationForm({ about: 'afterwards' }))).status).toBe(201);
  });
});
