/** Pictures of posts: every one is decoded and written anew, so that nothing of what was sent is served. */
import { createHash } from 'node:crypto';
import { type StoredImage, postCalls } from 'shared/contracts/posts';
import { IMAGE_PIXELS_MAX, IMAGE_SIDE_MAX } from 'shared/rules/limits';
import type { Db } from '../database/schema.ts';
import { findImage, insertImage } from '../repositories/images.ts';
import { fieldsRefused, ProblemError } from './problem.ts';
import { turns } from './turns.ts';

const QUALITY = 80;
/** How long decoding and writing may take, in seconds. */
const PATIENCE = 15;
/** Pictures worked on at the same time, and pictures waiting for that: each costs memory. */
const inTurn = turns(2, { longest: 10, full: tooBusy });
const ID_LENGTH = 22;

/** The first bytes of the types that are taken. No type that contains markup is among them. */
const signatures = [
  /^\x89PNG\r\n\x1a\n/,
  /^\xff\xd8\xff/,
  /^GIF8[79]a/,
  /^RIFF[^]{4}WEBP/,
];

/**
 * Stores a picture as WebP, without its metadata, upright, at most {@link IMAGE_SIDE_MAX} wide and high, without motion.
 * @throws ProblemError for what is not a picture of a known type, cannot be read, or is too large
 */
export async function storeImage(db: Db, bytes: Uint8Array | undefined): Promise<StoredImage> {
  if (!bytes || !isKnownType(bytes)) {
    throw new ProblemError({ status: 415, code: 'unsupported-media-type', detail: 'This is not a picture of the type PNG, JPEG, GIF or WebP.' });
  }
  const { data, width, height } = await inTurn(() => written(bytes));
  const id = createHash('sha256').update(data).digest('base64url').slice(0, ID_LENGTH);
  await insertImage(db, { id, data, width, height, now: new Date().toISOString() });
  return { url: `${postCalls.images}/${id}`, width, height };
}

/** @throws ProblemError `not-found` */
export async function readImage(db: Db, id: string): Promise<Uint8Array> {
  const data = id.length === ID_LENGTH ? await findImage(db, id) : undefined;
  if (!data) throw new ProblemError({ status: 404, code: 'not-found', detail: 'There is no picture at this address.' });
  return data;
}

function isKnownType(bytes: Uint8Array): boolean {
  const beginning = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 16)).toString('latin1');
  return signatures.some((signature) => signature.test(beginning));
}

async function written(bytes: Uint8Array): Promise<{ data: Buffer; width: number; height: number }> {
  const sharp = await imageLibrary();
  try {
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (width * height > IMAGE_PIXELS_MAX) throw tooManyPixels();
    const { data, info } = await sharp(bytes, { limitInputPixels: IMAGE_PIXELS_MAX, sequentialRead: true })
      .autoOrient()
      .resize(IMAGE_SIDE_MAX, IMAGE_SIDE_MAX, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: QUALITY })
      .timeout({ seconds: PATIENCE })
      .toBuffer({ resolveWithObject: true });
    return { data, width: info.width, height: info.height };
  } catch (error) {
    if (error instanceof ProblemError) throw error;
    throw refused('This picture cannot be read. Save it again as JPEG or PNG, then add it.');
  }
}

/** Loaded with the first picture: it takes 20 MB, which a site without pictures need not have. */
async function imageLibrary() {
  const { default: sharp } = await import('sharp');
  // Pictures differ: a cache of decoded ones would only hold memory.
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}

function tooManyPixels(): ProblemError {
  return refused(`This picture has too many pixels: at most ${IMAGE_PIXELS_MAX / 1e6} million fit. Make it smaller, then add it.`);
}

function refused(message: string): ProblemError {
  return fieldsRefused([{ field: 'image', message }]);
}

function tooBusy(): ProblemError {
  return new ProblemError({
    status: 503,
    code: 'unavailable',
    detail: 'Too many pictures arrive at the moment. Try again in a few seconds.',
    headers: { 'retry-after': '5' },
  });
}
