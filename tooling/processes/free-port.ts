/** Ports for servers whose port must be known before they listen, because another server is told it. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

const HOST = '127.0.0.1';
const ATTEMPTS = 50;

/**
 * A TCP port of this machine that is free, and that no other call gets as long as this process runs, whichever
 * process makes it: the UDP port of the same number is held as a token of that, and UDP ports disturb no TCP server.
 * @throws if there is none
 */
export async function freePort(): Promise<number> {
  let refusal = '';
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const probe = createServer().listen(0, HOST);
    await once(probe, 'listening');
    const { port } = probe.address() as AddressInfo;
    const refused = await claim(port);
    probe.close();
    await once(probe, 'close');
    if (refused === undefined) return port;
    refusal = refused;
  }
  throw new Error(`No free port was found in ${ATTEMPTS} attempts: ${refusal}`);
}

/** Holds the token until the process ends. @returns why it cannot, for example since another holds it */
function claim(port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const token = createSocket('udp4');
    token.once('error', ({ message }) => resolve(message));
    token.bind({ port, address: HOST, exclusive: true }, () => {
      token.unref();
      resolve(undefined);
    });
  });
}

/** Whether a TCP port of this machine is free to listen on, whichever address `localhost` stands for. */
export async function isPortFree(port: number): Promise<boolean> {
  const codes = await Promise.all([HOST, '::1'].map((host) => codeOfListening(port, host)));
  // A machine without IPv6 has other codes for that.
  return !codes.includes('EADDRINUSE') && codes[0] === undefined;
}

/** Why nothing can listen there; undefined when it can. */
function codeOfListening(port: number, host: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code));
    probe.listen({ port, host, ipv6Only: true }, () => probe.close(() => resolve(undefined)));
  });
}
