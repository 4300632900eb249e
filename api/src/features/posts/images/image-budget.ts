/** What decoding an image would cost, known from its header before any of it is decoded. */
import { IMAGE_DECODED_MAX_BYTES, IMAGE_PIXELS_MAX, IMAGE_SENT_SIDE_MAX_PX } from 'shared/rules/limits';
import type { Metadata } from 'sharp';

type Header = Pick<Metadata, 'width' | 'height' | 'channels' | 'depth' | 'isProgressive'>;

/** Which limit of `shared/rules/limits.ts` an image is beyond. */
export type TooMuch = 'side' | 'pixels' | 'decoded';

/** @returns the limit that the image is beyond, or nothing */
export function tooMuch(header: Header): TooMuch | undefined {
  const { width, height } = header;
  if (Math.max(width, height) > IMAGE_SENT_SIDE_MAX_PX) return 'side';
  if (width * height > IMAGE_PIXELS_MAX) return 'pixels';
  return decodedBytes(header) > IMAGE_DECODED_MAX_BYTES ? 'decoded' : undefined;
}

/**
 * Rows are decoded one after the other and scaled down at once. A progressive JPEG or an interlaced PNG is complete
 * only at its end: a JPEG is held as two-byte coefficients, and a PNG takes seven passes.
 */
function decodedBytes({ width, height, channels, depth, isProgressive }: Header): number {
  return width * height * channels * (depth === 'uchar' ? 1 : 2) * (isProgressive ? 2 : 1);
}
