/** Requests over kept connections, one after another on each, with as little work for each as possible. */
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';

/** `SESSION_SECRET` of the servers that are measured. */
export const SECRET = 'not a real secret: for benchmarks only';

interface Load {
  port: number;
  connections: number;
  ms: number;
  /** Bytes of the next request. */
  next: () => Buffer;
  /** Status that every answer must have. */
  status: number;
  /** At most this many, spread evenly; otherwise as many as are answered. */
  perSecond?: number | undefined;
}

export interface Throughput {
  perSecond: number;
  /** What 99 of 100 answers take at most, in milliseconds. */
  p99: number;
}

/** @throws Error for an answer with another status, or a connection that breaks */
export async function putUnderLoad(load: Load): Promise<Throughput> {
  const { port, connections, ms, next, status, perSecond = Infinity } = load;
  const times: number[] = [];
  const begin = performance.now();
  let begun = 0;
  /** When the next request may begin, on whichever connection. */
  const due = () => begin + (begun++ * 1_000) / perSecond;
  const end = begin + ms;
  const wanted = Buffer.from(`HTTP/1.1 ${status} `);
  const visitor = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1').setNoDelay();
      let sentAt = 0;
      let answer: Buffer = Buffer.alloc(0);
      const send = () => {
        sentAt = performance.now();
        if (sentAt >= end) {
          socket.destroy();
          return resolve();
        }
        socket.write(next());
      };
      const sendWhenDue = () => {
        const wait = due() - performance.now();
        if (wait > 0) setTimeout(send, wait);
        else send();
      };
      socket.once('connect', sendWhenDue);
      socket.on('error', reject);
      socket.once('close', () => reject(new Error('the connection was closed')));
      socket.on('data', (chunk: Buffer) => {
        answer = answer.length === 0 ? chunk : Buffer.concat([answer, chunk]);
        if (!isComplete(answer)) return;
        if (!answer.subarray(0, wanted.length).equals(wanted))
          return reject(new Error(answer.toString().slice(0, 400)));
        times.push(performance.now() - sentAt);
        answer = Buffer.alloc(0);
        sendWhenDue();
      });
    });
  await Promise.all(Array.from({ length: connections }, visitor));
  const seconds = (performance.now() - begin) / 1000;
  return {
    perSecond: times.length / seconds,
    p99: times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Infinity,
  };
}

function isComplete(answer: Buffer): boolean {
  const end = answer.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const length = /content-length: *(\d+)/i.exec(answer.toString('latin1', 0, end))?.[1];
  return answer.length >= end + 4 + Number(length ?? 0);
}

/** Linux counts processor time in hundredths of a second: this is one, in microseconds. */
const TICK_US = 10_000;

/**
 * Processor time of a process and of all that it has started, whether they have ended or not, in microseconds:
 * PostgreSQL's connections are processes. Linux.
 */
export function processorTimeOfAll(id: number): number {
  try {
    const ticks = timesOf(id).reduce((sum, each) => sum + each, 0);
    return childrenOf(id).reduce((sum, child) => sum + processorTimeOfAll(child), ticks * TICK_US);
  } catch (error) {
    // It has ended by now, and counts for its parent from now on.
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return 0;
    throw error;
  }
}

/** Processes that one has started and that still run. @param name of their program, if not every one */
export function childrenOf(id: number, name?: string): number[] {
  const ids = readFileSync(`/proc/${id}/task/${id}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  return ids.filter((child) => name === undefined || readFileSync(`/proc/${child}/comm`, 'utf8').trim() === name);
}

/** Time that the machine's processors have worked, and time that has passed on all of them, in microseconds. */
export function machineTime(): { busy: number; all: number } {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n');
  const [user = 0, nice = 0, system = 0, idle = 0, waiting = 0, ...interrupts] = line
    .split(/ +/)
    .slice(1, 9)
    .map(Number);
  const busy = interrupts.reduce((sum, each) => sum + each, user + nice + system);
  return { busy: busy * TICK_US, all: (busy + idle + waiting) * TICK_US };
}

/**
 * Fields 14 to 17: user and system time of the process itself, and both of the processes that it has started and that
 * have ended.
 */
function timesOf(id: number): number[] {
  const fields = readFileSync(`/proc/${id}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return fields.slice(11, 15).map(Number);
}
