/** A thousand connections on which requests hardly arrive. */
import { Agent, get } from 'node:http';
import { connect, type Socket } from 'node:net';
import { contactCall } from '../../../shared/contracts/contact.ts';
import { postCalls } from '../../../shared/contracts/posts.ts';
import { median } from '../../bench/statistics.ts';
import { startSite } from '../../site/start-site.ts';
import { delay, makePlace, startInstance, until } from './instance.ts';
import type { Circumstances, Row } from './row.ts';

const CONNECTIONS = 1_000;
const ROUNDS = 3;
/** Others' requests that are timed in each phase. */
const TIMED = 1_000;
const AT_ONCE = 4;
/** Longer than both servers wait for what arrives slowly (20 s, checked every 5 s). */
const CLOSED_MS = 45_000;
const TIMES = 2;

/** A server that others use at the same time. */
interface Victim {
  name: string;
  port: number;
  /** Asks as another visitor. @returns status */
  ask: () => Promise<number>;
  isRunning: () => boolean;
}

export const slowConnections: Row = {
  name: 'slow',
  what: `${CONNECTIONS} slow connections to the API, and to the shell`,
  passesWhen: "others' p99 ≤ 2 ×, closed at the time-out",
  databases: ['sqlite'],
  async run(circumstances) {
    const { rounds = ROUNDS } = circumstances;
    const figures: string[] = [];
    let passed = true;
    for (const start of [startedApi, startedShell]) {
      await using begun = new AsyncDisposableStack();
      const victim = await start({ ...circumstances, begun });
      await p99(victim);
      const ratios: number[] = [];
      let longest = 0;
      for (let round = 0; round < rounds; round += 1) {
        const quiet = await p99(victim);
        const slow = await openSlowly(victim.port);
        ratios.push((await p99(victim)) / quiet);
        longest = Math.max(longest, await until(() => slow.every((socket) => socket.closed), CLOSED_MS));
        for (const socket of slow) socket.destroy();
      }
      const ratio = median(ratios);
      const all = ratios.map((each) => each.toFixed(2)).join(', ');
      figures.push(
        `${victim.name}: others' p99 ${ratio.toFixed(2)} × (${all}), all closed after ${Math.round(longest / 1000)} s`,
      );
      passed &&= ratio <= TIMES && longest < CLOSED_MS && victim.isRunning();
    }
    return { figure: figures.join('; '), passed };
  },
};

async function startedApi(circumstances: Circumstances): Promise<Victim> {
  const instance = await startInstance(await makePlace(circumstances), circumstances.begun);
  const ask = async () => (await instance.send(postCalls.post(1))).status;
  return { name: 'API', port: instance.server.port, ask, isRunning: instance.isRunning };
}

/** A shell with one remote, and a page that it keeps. */
async function startedShell({ begun }: Circumstances): Promise<Victim> {
  const site = await startSite({ remotes: ['mf-marketing'] });
  begun.defer(site.stop);
  const agent = new Agent({ keepAlive: true });
  begun.defer(() => agent.destroy());
  const { port, process } = site.shell;
  const ask = () =>
    new Promise<number>((resolve, reject) => {
      get({ host: 'localhost', port, path: '/about', agent }, (response) => {
        response.resume().once('end', () => resolve(response.statusCode ?? 0));
      }).once('error', reject);
    });
  return { name: 'shell', port, ask, isRunning: () => process.exitCode === null && process.signalCode === null };
}

/** Half of them send headers, half of them a body: a byte a second, each at another moment of it, like strangers. */
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
    const send = () => socket.writable && socket.write('x');
    let timer = setTimeout(() => (timer = setInterval(send, 1_000)), (n / CONNECTIONS) * 1_000);
    socket.once('close', () => clearInterval(timer));
    return socket;
  });
  await until(() => sockets.every((socket) => socket.closed || !socket.connecting), CLOSED_MS);
  await delay(200);
  return sockets;
}

/** What 99 of 100 requests of others take at most, in milliseconds. */
async function p99({ ask }: Victim): Promise<number> {
  const times: number[] = [];
  const visitor = async () => {
    for (let n = 0; n < TIMED / AT_ONCE; n += 1) {
      const begin = performance.now();
      const status = await ask();
      if (status !== 200) throw new Error(`another client was answered with ${status}`);
      times.push(performance.now() - begin);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, visitor));
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)]!;
}
