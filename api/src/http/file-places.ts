import type { FastifyRequest } from 'fastify';
import { networkOf } from 'shared/node/http/network-of';
import { limitReached } from '../measured.ts';
import { ProblemError } from '../problem.ts';

/** Bounds the disk space of files that are still arriving, or waiting. */
const FILES_AT_ONCE = 50;
/** A file may take minutes to arrive: whoever sends slowly must not take every place … */
const FILES_AT_ONCE_OF_ONE_CLIENT = 10;
/** … nor a few together: another place needs so many free ones for each that the client has already. */
const FREE_FOR_EACH = 4;

/** @returns runs what receives a request's file; it throws ProblemError when too many arrive at once */
export function filePlaces(): <Result>(request: FastifyRequest, receive: () => Promise<Result>) => Promise<Result> {
  let taken = 0;
  const takenBy = new Map<string, number>();
  return async ({ ip }, receive) => {
    const client = networkOf(ip);
    const own = takenBy.get(client) ?? 0;
    if (own >= FILES_AT_ONCE_OF_ONE_CLIENT) throw tooManyOfOne();
    if (own * FREE_FOR_EACH >= FILES_AT_ONCE - taken) throw busy();
    taken += 1;
    takenBy.set(client, own + 1);
    try {
      return await receive();
    } finally {
      taken -= 1;
      const left = takenBy.get(client)! - 1;
      if (left > 0) takenBy.set(client, left);
      else takenBy.delete(client);
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
