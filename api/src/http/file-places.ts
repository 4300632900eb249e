import type { FastifyRequest } from 'fastify';
import { networkOf } from 'shared/node/http/network-of';
import { limitReached } from '../measured.ts';
import { ProblemError } from '../problem.ts';

/** Bounds the disk space of files that are still arriving, or waiting. */
const FILES_AT_ONCE = 50;
/** A file may take minutes to arrive: a slow sender must not take every place … */
const FILES_AT_ONCE_OF_ONE_CLIENT = 10;
/** … nor a few together: another place needs that many free ones for each that the client has already … */
const FREE_FOR_EACH = 4;
/**
 * … and as many as it and its neighbours have: a /48 of IPv6 is 65,536 clients. Anybody can rent one, but they may also
 * be as many phones.
 */
const NEIGHBOURS_BITS = 48;

/** @returns runs what receives a request's file; it throws ProblemError when too many arrive at once */
export function filePlaces(): <Result>(request: FastifyRequest, receive: () => Promise<Result>) => Promise<Result> {
  let taken = 0;
  const takenBy = new Map<string, number>();
  const count = (networks: Set<string>, change: number): void => {
    taken += change;
    for (const network of networks) {
      const now = (takenBy.get(network) ?? 0) + change;
      if (now > 0) takenBy.set(network, now);
      else takenBy.delete(network);
    }
  };
  return async ({ ip }, receive) => {
    const client = networkOf(ip);
    const neighbours = networkOf(ip, NEIGHBOURS_BITS);
    const own = takenBy.get(client) ?? 0;
    if (own >= FILES_AT_ONCE_OF_ONE_CLIENT) throw tooManyOfOne();
    const needed = Math.max(own * FREE_FOR_EACH, takenBy.get(neighbours) ?? 0);
    if (needed >= FILES_AT_ONCE - taken) throw busy();
    const networks = new Set([client, neighbours]);
    count(networks, 1);
    try {
      return await receive();
    } finally {
      count(networks, -1);
    }
  };
}

function tooManyOfOne(): ProblemError {
  limitReached.tell({ limit: 'files' });
  return new ProblemError({
    status: 429,
    code: 'too-many-requests',
    detail: `At most ${FILES_AT_ONCE_OF_ONE_CLIENT} files may be on their way from you at once. Try again when one has arrived.`,
    headers: { 'retry-after': '60' },
  });
}

function busy(): ProblemError {
  return new ProblemError({
    status: 503,
    code: 'unavailable',
    detail: 'Too many files are arriving at the moment. Try again in a minute.',
    headers: { 'retry-after': '60' },
  });
}
