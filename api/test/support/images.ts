/** Images for upload tests, made byte by byte. */
import { constants, crc32, deflateRawSync } from 'node:zlib';

interface PngShape {
  width: number;
  height: number;
  /** Bits for a colour. */
  depth?: 8 | 16;
  alpha?: boolean;
  interlaced?: boolean;
}

/** Of an interlaced PNG's seven passes: first column and row, and the steps between columns and rows. */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

const ZEROS = Buffer.alloc(1_000_000);
const zerosPacked = deflateRawSync(ZEROS, { finishFlush: constants.Z_FULL_FLUSH });

/** A black PNG of any size, whose file is small. */
export function blackPng({ width, height, depth = 8, alpha = false, interlaced = false }: PngShape): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([depth, alpha ? 6 : 2, 0, 0, interlaced ? 1 : 0], 8);
  const rowBytes = (columns: number) => 1 + (columns * (alpha ? 4 : 3) * depth) / 8;
  const bytes = interlaced
    ? passes.reduce((sum, [left, top, across, down]) => {
        const columns = Math.ceil((width - left) / across);
        return sum + (columns > 0 ? rowBytes(columns) * Math.max(0, Math.ceil((height - top) / down)) : 0);
      }, 0)
    : rowBytes(width) * height;
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', packedZeros(bytes)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** As zlib packs that many zeros, of which there may be 300 MB: one piece is packed, and repeated. */
function packedZeros(bytes: number): Buffer {
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE((bytes % 65_521) * 65_536 + 1);
  const times = Math.floor(bytes / ZEROS.length);
  const rest = deflateRawSync(ZEROS.subarray(0, bytes % ZEROS.length));
  return Buffer.concat([Buffer.from('7801', 'hex'), ...Array<Buffer>(times).fill(zerosPacked), rest, sum]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
