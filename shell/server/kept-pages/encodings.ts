/**
 * A page's bytes in the encodings that browsers accept: compressed quickly for the first request, as small as possible
 * for later ones.
 */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';

/** In order of preference. */
export const encodings = ['br', 'zstd', 'gzip'] as const;
export type Encoding = (typeof encodings)[number];

export type Effort = 'quick' | 'best';

const brotli = promisify(brotliCompress);
const zstd = promisify(zstdCompress);
const deflate = promisify(gzip);

const QUALITIES = {
  quick: { br: 5, zstd: 3, gzip: 6 },
  best: { br: constants.BROTLI_MAX_QUALITY, zstd: 19, gzip: constants.Z_BEST_COMPRESSION },
} as const;

/** Another name of gzip (RFC 9110, 8.4.1.3). */
const GZIP_ALIAS = 'x-gzip';

/**
 * Finds whatever `@fastify/compress` would find: it compresses what has no encoding, and then the tag is wrong.
 * @param accepted the header `Accept-Encoding`
 */
export function encodingFor(accepted: string | undefined): Encoding | undefined {
  const names = accepted?.toLowerCase().replaceAll(GZIP_ALIAS, 'gzip');
  return names === undefined ? undefined : ((negotiate(names, [...encodings]) as Encoding | null) ?? undefined);
}

/** Runs on another thread. */
export function compressed(bytes: Buffer, encoding: Encoding, effort: Effort): Promise<Buffer> {
  const quality = QUALITIES[effort][encoding];
  switch (encoding) {
    case 'br':
      return brotli(bytes, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: quality,
          [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        },
      });
    case 'zstd':
      return zstd(bytes, { params: { [constants.ZSTD_c_compressionLevel]: quality }, pledgedSrcSize: bytes.length });
    case 'gzip':
      return deflate(bytes, { level: quality });
  }
}

/** One at a time, so that threads stay free for work that visitors wait for. */
let queue: Promise<unknown> = Promise.resolve();

/** @param isWanted asked when its turn has come */
export function compressedLater(
  bytes: Buffer,
  encoding: Encoding,
  isWanted: () => boolean,
): Promise<Buffer | undefined> {
  const turn = queue.then(() => (isWanted() ? compressed(bytes, encoding, 'best') : undefined));
  queue = turn.catch(() => {});
  return turn;
}
