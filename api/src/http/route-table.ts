/** The routes by method and pattern: tells 'no such URL' from 'not with this method'. */
import type { FastifyInstance } from 'fastify';

interface RouteEntry {
  method: string;
  pattern: RegExp;
}

declare module 'fastify' {
  interface FastifyInstance {
    routeTable: readonly RouteEntry[];
  }
}

/** Call it before any route is added. */
export function recordRoutes(app: FastifyInstance): void {
  const table: RouteEntry[] = [];
  app.decorate('routeTable', table);
  app.addHook('onRoute', ({ method, url }) => {
    // URLs are the site's own constants: letters, slashes, dots and `:name`.
    const pattern = new RegExp(`^${url.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+')}$`);
    for (const name of [method].flat()) table.push({ method: name, pattern });
  });
}
