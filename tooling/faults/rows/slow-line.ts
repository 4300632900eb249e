/** A line to a server of this machine that can be slow, stand still, or be cut. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

interface SlowLine {
  port: number;
  /** Milliseconds that everything takes each way from now on; Infinity lets nothing through. */
  delay: (ms: number) => void;
  /** Cuts every connection; from then on the line is as fast as before. */
  drop: () => void;
  stop: () => Promise<void>;
}

/** @param port of the server */
export async function startSlowLine(port: number): Promise<SlowLine> {
  let wait = 0;
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from);
      const at = (what: () => void) => {
        if (wait === 0) what();
        else if (wait < Infinity) setTimeout(what, wait);
      };
      from.on('data', (chunk) => at(() => to.writable && to.write(chunk)));
      from.on('error', () => {});
      from.once('close', () => {
        open.delete(from);
        at(() => to.destroy());
      });
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const drop = () => {
    wait = 0;
    for (const socket of open) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    delay: (ms) => {
      wait = ms;
    },
    drop,
    stop: async () => {
      server.close();
      drop();
    },
  };
}
