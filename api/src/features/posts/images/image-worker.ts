/**
 * The program of the process that decodes images, see `image-process.ts`: the only place where bytes of strangers meet
 * a decoder. It knows the path of one image at a time and nothing else of the site.
 */
import { IMAGE_PIXELS_MAX, IMAGE_SIDE_MAX_PX } from 'shared/rules/limits';
import sharp from 'sharp';
import { type TooMuch, tooMuch } from './image-budget.ts';

/** What the process is asked. */
export interface ImageTask {
  /** File of the image. */
  path: string;
}

/** What it answers. */
export type ImageResult = WrittenImage | { refused: TooMuch | 'unreadable' };

export interface WrittenImage {
  /** WebP. */
  data: Uint8Array;
  width: number;
  height: number;
}

const QUALITY = 80;
/** A picture that is cut off is refused. What only draws a warning is not: many Samsung phones write such photos. */
const FAIL_ON = 'error';

// Images differ: a cache of decoded ones would only hold memory.
sharp.cache(false);
sharp.concurrency(1);
// The library may read only the types that are accepted. No type that contains markup is among them.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['Png', 'Jpeg', 'Nsgif', 'Webp'].map((type) => `VipsForeignLoad${type}`) });

// Decoding cannot be interrupted, and an ordinary exit would wait for it.
const end = () => process.kill(process.pid, 'SIGKILL');
const tell = (message: ImageResult | 'ready') =>
  process.send?.(message, undefined, undefined, (error) => error && end());
process.on('disconnect', end);
// A terminal and a service manager signal the whole group; images that are being stored are finished nevertheless.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
process.on('message', ({ path }: ImageTask) => void written(path).then(tell));
tell('ready');

async function written(path: string): Promise<ImageResult> {
  try {
    const refused = tooMuch(await sharp(path, { limitInputPixels: false }).metadata());
    if (refused) return { refused };
    const options = { limitInputPixels: IMAGE_PIXELS_MAX, sequentialRead: true, failOn: FAIL_ON } as const;
    const { data, info } = await sharp(path, options)
      .autoOrient()
      .resize(IMAGE_SIDE_MAX_PX, IMAGE_SIDE_MAX_PX, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: QUALITY })
      .toBuffer({ resolveWithObject: true });
    return { data, width: info.width, height: info.height };
  } catch {
    return { refused: 'unreadable' };
  }
}
