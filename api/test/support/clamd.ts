/**
 * Virus scanners for tests: Debian's clamd where it is installed, and a server that speaks its protocol, everywhere.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { clamd } from '../../src/files/virus-scanner.ts';

/** What both scanners take for a virus of this name. */
export const VIRUS = 'what the tests of this site call a virus';
export const VIRUS_NAME = 'Site.Test.Virus';

/** Longest time that clamd takes to read one signature, in milliseconds. */
const READY_MAX_MS = 30_000;

export interface TestScanner {
  /** As in `CLAMD_URL`. */
  url: string;
  stop(): Promise<void>;
}

/** Looks beyond `PATH`, too: Debian installs it in a folder for administrators. */
const program = ((): string | undefined => {
  try {
    const PATH = `${process.env.PATH ?? ''}:/usr/sbin:/usr/local/sbin`;
    return execFileSync('sh', ['-c', 'command -v clamd'], { env: { ...process.env, PATH } })
      .toString()
      .trim();
  } catch {
    return undefined;
  }
})();

export const scannerKinds: readonly ('protocol' | 'clamd')[] = program ? ['protocol', 'clamd'] : ['protocol'];

export async function startScanner(kind: 'protocol' | 'clamd'): Promise<TestScanner> {
  const folder = await mkdtemp(path.join(tmpdir(), 'clamd-'));
  const socket = path.join(folder, 'clamd.ctl');
  const url = `unix:${socket}`;
  const end = kind === 'clamd' ? await startClamd(folder, socket) : await startProtocol(socket);
  return {
    url,
    async stop() {
      await end();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function startClamd(folder: string, socket: string): Promise<() => Promise<void>> {
  // One signature, in ClamAV's format: name, any kind of file, at any place, these bytes.
  await writeFile(path.join(folder, 'test.ndb'), `${VIRUS_NAME}:0:*:${Buffer.from(VIRUS).toString('hex')}\n`);
  const settings = path.join(folder, 'clamd.conf');
  await writeFile(settings, `Foreground yes\nLocalSocket ${socket}\nDatabaseDirectory ${folder}\nStreamMaxLength 1M\n`);
  const child: ChildProcess = spawn(program!, ['--config-file', settings], { stdio: 'ignore' });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const deadline = performance.now() + READY_MAX_MS;
  const scanner = clamd(`unix:${socket}`, { warn() {} });
  for (;;) {
    try {
      await scanner.check();
      break;
    } catch (error) {
      if (performance.now() > deadline || child.exitCode !== null) throw error;
      await delay(100);
    }
  }
  return async () => {
    child.kill();
    await exited;
  };
}

/**
 * As clamd's manual describes it: a command up to its NUL, then chunks after their length, the last of which is empty.
 */
async function startProtocol(socket: string): Promise<() => Promise<void>> {
  const server: Server = createServer((connection) => {
    let arrived = Buffer.alloc(0);
    connection.on('error', () => {});
    connection.on('data', (chunk) => {
      arrived = Buffer.concat([arrived, chunk]);
      const answer = answerTo(arrived);
      if (answer !== undefined) connection.end(`${answer}\0`);
    });
  });
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  return async () => {
    await new Promise((resolve) => server.close(resolve));
  };
}

/** clamd's limit, in bytes. It is what the real one is given, too. */
const STREAM_MAX_BYTES = 1024 * 1024;

function answerTo(arrived: Buffer): string | undefined {
  const end = arrived.indexOf(0);
  if (end < 0) return undefined;
  const command = arrived.toString('latin1', 0, end);
  if (command === 'zPING') return 'PONG';
  if (command !== 'zINSTREAM') return 'UNKNOWN COMMAND';
  const chunks: Buffer[] = [];
  for (let at = end + 1; at + 4 <= arrived.length; ) {
    const size = arrived.readUInt32BE(at);
    if (size > STREAM_MAX_BYTES) return 'INSTREAM size limit exceeded. ERROR';
    if (size === 0) return Buffer.concat(chunks).includes(VIRUS) ? `stream: ${VIRUS_NAME} FOUND` : 'stream: OK';
    if (at + 4 + size > arrived.length) return undefined;
    chunks.push(arrived.subarray(at + 4, at + 4 + size));
    at += 4 + size;
  }
  return undefined;
}
