/** A thousand connections on which requests hardly arrive. */
import { connect, type Socket } from 'node:net';
import { contactCall } from '../../../shared/contracts/contact.ts';
import { postCalls } from '../../../shared/contracts/posts.ts';
import { median } from '../../bench/statistics.ts';
import { delay, type Instance, makePlace, startInstance, until } from './instance.ts';
import type { Row } from './row.ts';

const CONNECTIONS = 1_000;
const ROUNDS = 3;
/** Others' requests that are timed in each phase. */
const TIMED = 1_000;
const AT_ONCE = 4;
/** Both servers' longest time for what arrives slowly (20 s, looked for every 5 s), and some. */
const CLOSED_MS = 45_000;
const TIMES = 2;

export const slowConnections: Row = {
  name: 'slow',
  what: `${CONNECTIONS} slow connections`,
  passesWhen: "others' p99 ≤ 2 ×, closed at the time-out",
  databases: ['sqlite'],
  async run(circumstances) {
    const { rounds = ROUNDS, begun } = circumstances;
    const place = await makePlace(circumstances);
    const instance = await startInstance(place, begun);
    await p99(instance);
    const ratios: number[] = [];
    let longest = 0;
    for (let round = 0; round < rounds; round += 1) {
      const quiet = await p99(instance);
      const slow = await openSlowly(instance.server.port);
      ratios.push((await p99(instance)) / quiet);
      longest = Math.max(longest, await until(() => slow.every((socket) => socket.closed), CLOSED_MS));
      for (const socket of slow) socket.destroy();
    }
    const ratio = median(ratios);
    return {
      figure: `others' p99 ${ratio.toFixed(2)} × (${ratios.map((each) => each.toFixed(2)).join(', ')}); all closed after ${(longest / 1000).toFixed(0)} s`,
      passed: ratio <= TIMES && longest < CLOSED_MS && instance.isRunning(),
    };
  },
};

/** Half of them send headers, half of them a body: a byte a second. */
async function openSlowly(port: number): Promise<Socket[]> {
  const sockets = Array.from({ length: CONNECTIONS }, (_, n) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    socket.resume();
    socket.write(
      n % 2 === 0
        ? 'GET /healthz HTTP/1.1\r\nhost: site.test\r\nx-slow: '
        : `POST ${contactCall} HTTP/1.1\r\nhost: site.test\r\ncontent-type: application/json\r\ncontent-length: 9000\r\n\r\n{`,
    );
    const timer = setInterval(() => socket.writable && socket.write('x'), 1_000);
    socket.once('close', () => clearInterval(timer));
    return socket;
  });
  await until(() => sockets.every((socket) => socket.closed || !socket.connecting), CLOSED_MS);
  await delay(200);
  return sockets;
}

/** What 99 of 100 requests of others take at most, in milliseconds. */
async function p99(instance: Instance): Promise<number> {
  const times: number[] = [];
  const visitor = async () => {
    for (let n = 0; n < TIMED / AT_ONCE; n += 1) {
      const begin = performance.now();
      const { status } = await instance.send(postCalls.post(1));
      if (status !== 200) throw new Error(`a post was answered with ${status}`);
      times.push(performance.now() - begin);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, visitor));
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)]!;
}
