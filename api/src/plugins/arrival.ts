/** A client that sends slower than need be holds a connection for nothing. */
import type { FastifyInstance } from 'fastify';
import { hasBody } from 'shared/node/rest-of-body';

/** How long a body may take to arrive, in milliseconds. */
const ARRIVAL = 30_000;
/** The same for files: 5 MB through 140 kbit/s. */
export const FILE_ARRIVAL = 300_000;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route takes files, which may take {@link FILE_ARRIVAL}. */
    takesFiles?: true;
  }
}

/** Closes connections whose body is late. The server's own `requestTimeout` must be {@link FILE_ARRIVAL}: it knows no routes. */
export function limitArrival(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw, routeOptions }, _reply, done) => {
    if (hasBody(raw) && !routeOptions.config.takesFiles) {
      const timer = setTimeout(() => raw.destroy(), ARRIVAL).unref();
      raw.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer));
    }
    done();
  });
}
