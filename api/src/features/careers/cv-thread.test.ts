/** Files that were made to take long to check. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CV_FIELD } from 'shared/contracts/careers';
import { CV_MAX_BYTES } from 'shared/rules/limits';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pdf, pdfWith } from '../../../test/support/documents.ts';
import { cvThread } from './cv-thread.ts';

/** Objects within objects, with names that are written in an unusual way: 5 MB of it take a second. */
const slow = pdfWith('', [`<<${'obj/#41 '.repeat(CV_MAX_BYTES / 8 - 200)}>>`]);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cv-test-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const cvs = cvThread();
afterAll(cvs.stop);

const stored = async (bytes: Buffer): Promise<string> => {
  const path = join(folder, 'cv');
  await writeFile(path, bytes);
  return path;
};

/** The cost for the calling thread, in milliseconds of its processor time. */
const costOf = async (path: string): Promise<number> => {
  const before = process.threadCpuUsage();
  await cvs.recognise(path);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
};

test('a hostile file costs the thread that serves no more than an ordinary one', async () => {
  expect(slow.length).toBeGreaterThan(CV_MAX_BYTES * 0.9);
  const ordinary = await costOf(await stored(pdf()));
  expect(await costOf(await stored(slow))).toBeLessThan(ordinary + 100);
  expect(await cvs.recognise(await stored(slow))).toMatchObject({ mediaType: 'application/pdf', doubts: ['unseen'] });
});

test('what takes longer than it may is given up, with a reason', async () => {
  const impatient = cvThread(1);
  const path = await stored(slow);
  for (let n = 0; n < 2; n += 1)
    await expect(impatient.recognise(path)).rejects.toMatchObject({
      status: 422,
      errors: [{ field: CV_FIELD, message: expect.stringMatching(/^This file takes too long/) }],
    });
  await impatient.stop();
});

test('faults of a file are reported, and a failure is not blamed on it', async () => {
  await expect(cvs.recognise(await stored(Buffer.alloc(0)))).rejects.toMatchObject({ status: 422 });
  await expect(cvs.recognise(join(folder, 'none'))).rejects.toMatchObject({ code: 'ENOENT' });
  expect(await cvs.recognise(await stored(pdf())), 'the next file gets a new thread').toMatchObject({ doubts: [] });
});
