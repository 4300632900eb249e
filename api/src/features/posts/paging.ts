import type { FastifyReply } from 'fastify';

/** Names the next page of a list (RFC 8288), if there is one. */
export function linkNext(
  reply: FastifyReply,
  path: string,
  { before, query }: { before: number | undefined; query?: string | undefined },
): void {
  if (before === undefined) return;
  const search = new URLSearchParams({ ...(query ? { q: query } : {}), before: String(before) });
  void reply.header('link', `<${path}?${search}>; rel="next"`);
}
