/** The visitor's IP address: behind the shell's server every connection comes from the shell. */
import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { HOP_IP_HEADER, HOP_TOKEN_HEADER, isHopToken } from 'shared/node/hop';
import type { InstallationSecret } from 'shared/node/installation-secret';

/** `request.ip` is the visitor's IP address if the shell says so and proves to be the shell, otherwise the socket's. */
export function useClientIp(app: FastifyInstance, secret: InstallationSecret): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const ip = request.headers[HOP_IP_HEADER];
    if (typeof ip === 'string' && isIP(ip) && isHopToken(secret, request.headers[HOP_TOKEN_HEADER])) {
      Object.defineProperty(request, 'ip', { value: ip });
    } else if (!request.ip) {
      // The connection is gone by now, and its address with it: nobody gets the answer.
      Object.defineProperty(request, 'ip', { value: '0.0.0.0' });
    }
    done();
  });
}
