/** Requests over kept connections, one after another on each, with as little work for each as possible. */
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';

interface Load {
  port: number;
  connections: number;
  ms: number;
  /** Bytes of the next request. */
  next: () => Buffer;
  /** Of every answer. */
  status: number;
}

export interface Throughput {
  perSecond: number;
  /** What 99 of 100 answers take at most, in milliseconds. */
  p99: number;
}

/** @throws Error for an answer with another status, or a connection that breaks */
export async function putUnderLoad({ port, connections, ms, next, status }: Load): Promise<Throughput> {
  const times: number[] = [];
  const begin = performance.now();
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
      socket.once('connect', send);
      socket.on('error', reject);
      socket.once('close', () => reject(new Error('the connection was closed')));
      socket.on('data', (chunk: Buffer) => {
        answer = answer.length === 0 ? chunk : Buffer.concat([answer, chunk]);
        if (!isComplete(answer)) return;
        if (!answer.subarray(0, wanted.length).equals(wanted))
          return reject(new Error(answer.toString().slice(0, 400)));
        times.push(performance.now() - sentAt);
        answer = Buffer.alloc(0);
        send();
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

/** Processor time that a process has used, in microseconds. Linux. */
export function processorTime(id: number): number {
  const fields = readFileSync(`/proc/${id}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  // Fields 14 and 15, in hundredths of a second.
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}
