/** For routes whose body is one file: it goes to disk while it arrives, so that many at once take no memory. */
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { whenBroken } from 'shared/node/http/arrival';
import { ProblemError } from '../problem.ts';
import { filePlaces } from './file-places.ts';

export interface FileRules {
  /** Folder for files while they are checked. */
  folder: string;
  /** Largest file, in bytes. */
  max: number;
  /** The answer to a larger file. */
  tooLarge: () => ProblemError;
}

/** Call it on a separate instance: its routes take a body of any type and leave it to {@link withFile}. */
export function takeFile(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _body, done) => done(null));
}

const inPlace = filePlaces();

/**
 * Receives the body and gives the path of a file with it to `use`; the file is gone afterwards, whatever happens.
 * @throws ProblemError for a body that is too large or breaks off, and when too many arrive at once
 */
export async function withFile<T>(
  request: FastifyRequest,
  { folder, max, tooLarge }: FileRules,
  use: (path: string) => Promise<T>,
): Promise<T> {
  const path = join(folder, randomUUID());
  return await inPlace(request, async () => {
    try {
      if (Number(request.headers['content-length'] ?? 0) > max) throw tooLarge();
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await receive(request.raw, path, { max, tooLarge });
      return await use(path);
    } finally {
      await rm(path, { force: true });
    }
  });
}

async function receive(
  body: FastifyRequest['raw'],
  path: string,
  { max, tooLarge }: Pick<FileRules, 'max' | 'tooLarge'>,
): Promise<void> {
  const stop = new AbortController();
  let received = 0;
  const counted = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      received += chunk.length;
      done(received > max ? tooLarge() : null, chunk);
    },
  });
  const ended = whenBroken(body, (late) => stop.abort(late ?? brokenOff()));
  try {
    // Not a part of the pipeline, which would close the connection before it is answered.
    body.pipe(counted);
    await pipeline(counted, createWriteStream(path, { flags: 'wx', mode: 0o600 }), { signal: stop.signal });
  } catch (error) {
    throw stop.signal.aborted ? stop.signal.reason : error;
  } finally {
    ended();
    body.unpipe(counted);
  }
}

function brokenOff(): ProblemError {
  return new ProblemError({ status: 400, code: 'malformed-body', detail: 'The file did not arrive completely.' });
}
