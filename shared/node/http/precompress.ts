import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { writeWhole } from '../files/whole-file.ts';

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/** Files worth compressing ahead. Fonts and images are compressed already; no browser asks for `.mjs`. */
const COMPRESSIBLE = /\.(js|css|html|json|svg|txt|map)$/;
const MIN_BYTES = 256;

/**
 * Writes `<file>.br` and `<file>.gz` beside a text file, at the best quality: done once, served many times.
 * @param content of a file that is not there yet
 */
export async function precompress(file: string, content?: Buffer): Promise<void> {
  if (!COMPRESSIBLE.test(file)) return;
  const bytes = content ?? (await readFile(file));
  if (bytes.length < MIN_BYTES) return;
  const [br, gz] = await Promise.all([
    brotli(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
    deflate(bytes, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  await Promise.all([writeWhole(`${file}.br`, br), writeWhole(`${file}.gz`, gz)]);
}
