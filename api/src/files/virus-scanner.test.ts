import { createServer } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { applicationCall } from 'shared/contracts/careers';
import type { Problem } from 'shared/contracts/problem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApi, type TestApi } from '../../test/support/api.ts';
import { applicationForm } from '../../test/support/applications.ts';
import { scannerKinds, startScanner, type TestScanner, VIRUS, VIRUS_NAME } from '../../test/support/clamd.ts';
import { databaseKinds } from '../../test/support/database.ts';
import { pdf } from '../../test/support/documents.ts';
import { clamd } from './virus-scanner.ts';
import { VirusScannerError } from './virus-scanner-error.ts';

const infected = Buffer.concat([pdf(), Buffer.from(`\n%${VIRUS}\nstartxref\n0\n%%EOF\n`)]);
const quiet = { warn() {} };

describe.each(scannerKinds)('the scanner %s', (kind) => {
  let scanner: TestScanner;
  beforeAll(async () => {
    scanner = await startScanner(kind);
  });
  afterAll(() => scanner.stop());

  test('it says what has a virus and what has none, several at a time', async () => {
    const { finds, check } = clamd(scanner.url, quiet);
    await check();
    const files = [pdf(), infected, pdf(200_000), Buffer.from(VIRUS), Buffer.alloc(0)];
    expect(await Promise.all(files.map(finds))).toEqual([false, true, false, true, false]);
  });

  test('what is too large for its settings is unknown, and its reason is reported', async () => {
    const refused = clamd(scanner.url, quiet).finds(pdf(3_000_000));
    await expect(refused).rejects.toThrow(VirusScannerError);
    await expect(refused).rejects.toThrow('INSTREAM size limit exceeded. ERROR');
  });

  test.each(databaseKinds)('on %s a CV with a virus is refused and leaves nothing, others are taken', async (db) => {
    const api = await startApi(db, {}, { scannerOf: (log) => clamd(scanner.url, log) });
    const { status, problem } = await send(api, infected);
    expect(status).toBe(422);
    expect(problem.errors).toEqual([{ field: 'cv', message: expect.stringContaining('virus scanner') }]);
    expect(await filesOf(api)).toBe(0);
    expect(api.log.filter((line) => line.includes(VIRUS_NAME))).toHaveLength(1);

    expect((await send(api, pdf())).status).toBe(201);
    expect(await filesOf(api)).toBe(1);
    await api.close();
  });
});

test('while the scanner is away no CV is taken, and the visitor is asked to come back', async () => {
  const url = 'unix:/nowhere/clamd.ctl';
  const api = await startApi('sqlite', {}, { scannerOf: (log) => clamd(url, log) });
  const response = await api.fetch(applicationCall, application(pdf()));
  expect(response.status).toBe(503);
  expect(response.headers.get('retry-after')).toBe('30');
  expect(await filesOf(api)).toBe(0);
  expect(api.log.join('\n')).toContain(`The virus scanner at ${url} does not answer`);
  await api.close();
});

test.each([
  ['says nothing', '', /longer than 200 ms/],
  ['says something else', 'hello\0', /could not check a file: hello/],
  ['talks without end', 'x'.repeat(10_000), /closed the connection/],
])('a scanner that %s is waited for no longer than it may take', async (_, answer, reason) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'no-clamd-'));
  const server = createServer(
    (socket) =>
      void socket
        .on('error', () => {})
        .resume()
        .write(answer),
  );
  const socket = path.join(folder, 'socket');
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  await expect(clamd(`unix:${socket}`, quiet, 200).finds(pdf())).rejects.toThrow(reason);
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true });
});

const application = (bytes: Buffer): RequestInit => ({
  method: 'POST',
  body: applicationForm({}, { bytes }),
  headers: { accept: 'application/json' },
});

async function send(api: TestApi, bytes: Buffer): Promise<{ status: number; problem: Problem }> {
  const response = await api.fetch(applicationCall, application(bytes));
  return { status: response.status, problem: (await response.json()) as Problem };
}

async function filesOf(api: TestApi): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from stored_files`.execute(api.db);
  return Number(rows[0]!.n);
}
