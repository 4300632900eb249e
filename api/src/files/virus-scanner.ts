/**
 * Looks for known viruses in strangers' files: asks clamd, ClamAV's server, over its socket. Infected files are
 * refused, and while clamd does not answer, no file is accepted (decision 121).
 */
import { connect, type NetConnectOpts } from 'node:net';
import type { FastifyBaseLogger } from 'fastify';
import { VirusScannerError } from './virus-scanner-error.ts';

/** How long one file may take, in milliseconds. clamd itself gives up later. */
const SCAN_MAX_MS = 20_000;
const CHECK_MAX_MS = 2_000;
/** Its answers are one short line, in bytes. */
const ANSWER_MAX_BYTES = 4_096;

export interface VirusScanner {
  /**
   * @returns whether a virus was found, whose name is then in the log
   * @throws VirusScannerError when the scanner cannot say
   */
  finds(bytes: Uint8Array): Promise<boolean>;
  /** @throws VirusScannerError when it does not answer */
  check(): Promise<void>;
}

/**
 * @param url `CLAMD_URL`: `unix:/run/clamav/clamd.ctl` or `tcp://host:3310`
 * @param scanMaxMs shorter in tests
 */
export function clamd(url: string, log: Pick<FastifyBaseLogger, 'warn'>, scanMaxMs = SCAN_MAX_MS): VirusScanner {
  const { protocol, pathname, hostname, port } = new URL(url);
  const place: NetConnectOpts =
    protocol === 'unix:' ? { path: pathname } : { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) };
  const ask = (parts: Uint8Array[], maxMs: number) =>
    exchange(place, parts, maxMs).catch((error: Error) => {
      throw new VirusScannerError(`The virus scanner at ${url} does not answer: ${error.message}`, { cause: error });
    });
  return {
    async finds(bytes) {
      const answer = await ask([Buffer.from('zINSTREAM\0'), length(bytes.length), bytes, length(0)], scanMaxMs);
      if (answer === 'stream: OK') return false;
      const [, virus] = /^stream: (.+) FOUND$/.exec(answer) ?? [];
      if (virus === undefined)
        throw new VirusScannerError(`The virus scanner at ${url} could not check a file: ${answer}`);
      log.warn({ virus }, 'a virus was found in a file, which was refused');
      return true;
    },
    async check() {
      const answer = await ask([Buffer.from('zPING\0')], CHECK_MAX_MS);
      if (answer !== 'PONG') throw new VirusScannerError(`What answers at ${url} is not clamd: ${answer}`);
    },
  };
}

function length(bytes: number): Buffer {
  const field = Buffer.alloc(4);
  field.writeUInt32BE(bytes);
  return field;
}

/** @returns the answer, which ends with a NUL, without it */
function exchange(place: NetConnectOpts, parts: Uint8Array[], maxMs: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(place).setEncoding('latin1');
    const timer = setTimeout(() => socket.destroy(new Error(`it took longer than ${maxMs} ms.`)), maxMs);
    let answer = '';
    let failure = new Error('it closed the connection.');
    socket.on('data', (text: string) => {
      answer += text;
      if (answer.includes('\0') || answer.length > ANSWER_MAX_BYTES) socket.destroy();
    });
    // clamd may have said why before it hung up on what was still being sent.
    socket.on('error', (error) => (failure = error));
    socket.on('close', () => {
      clearTimeout(timer);
      const end = answer.indexOf('\0');
      if (end >= 0) resolve(answer.slice(0, end));
      else reject(failure);
    });
    for (const part of parts) socket.write(part);
  });
}
