/** Images of posts: every one is decoded and encoded again, so that nothing of what was sent is served. */
import { createHash, randomUUID } from 'node:crypto';
import { open } from 'node:fs/promises';
import { type StoredImage, postCalls } from 'shared/contracts/posts';
import { IMAGE_PIXELS_MAX, IMAGE_SENT_SIDE_MAX_PX } from 'shared/rules/limits';
import type { Db } from '../../../database/schema.ts';
import type { FileStore } from '../../../files/file-store.ts';
import { findImage, insertImage, renewImage } from './image-repository.ts';
import type { ImageProcess } from './image-process.ts';
import { fieldsRefused, ProblemError } from '../../../problem.ts';

const ID_LENGTH = 22;

/** The first bytes of the types that are accepted. No type that contains markup is among them. */
const signatures = [/^\x89PNG\r\n\x1a\n/, /^\xff\xd8\xff/, /^GIF8[79]a/, /^RIFF[^]{4}WEBP/];

export interface ImageStore {
  db: Db;
  files: FileStore;
}

/**
 * Stores an image as WebP, without its metadata, upright, without motion, made smaller if need be.
 * @param path file of the image
 * @throws ProblemError for what is not an image of a known type, cannot be read, or is too large
 * @throws FileStoreError
 */
export async function storeImage({ db, files }: ImageStore, images: ImageProcess, path: string): Promise<StoredImage> {
  if (!(await isKnownType(path))) throw unknownType();
  const answer = await images.write(path);
  if ('refused' in answer) throw refused(answer.refused);
  const { data, width, height } = answer;
  const id = createHash('sha256').update(data).digest('base64url').slice(0, ID_LENGTH);
  const now = new Date().toISOString();
  if (!(await renewImage(db, id, now))) {
    const storedAs = `images/${randomUUID()}`;
    await files.put(storedAs, data, 'image/webp');
    // The row names another file if the same image was sent at the same time.
    await files.unlessNamed(storedAs, () =>
      db.transaction().execute(async (tx) => {
        await files.claim(tx, storedAs);
        await insertImage(tx, { id, width, height, storedAs, now });
      }),
    );
  }
  return { url: `${postCalls.images}/${id}`, width, height };
}

/** @returns the name of its file @throws ProblemError `not-found` */
export async function imageFile(db: Db, id: string): Promise<string> {
  const storedAs = id.length === ID_LENGTH ? await findImage(db, id) : undefined;
  if (storedAs === undefined) throw noImage();
  return storedAs;
}

/** @param name of its file @throws ProblemError `not-found` @throws FileStoreError */
export async function readImage(files: FileStore, name: string): Promise<Buffer> {
  const file = await files.get(name);
  if (!file) throw noImage();
  return file.bytes;
}

function noImage(): ProblemError {
  return new ProblemError({ status: 404, code: 'not-found', detail: 'There is no picture at this address.' });
}

async function isKnownType(path: string): Promise<boolean> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(16));
  const beginning = buffer.toString('latin1', 0, bytesRead);
  return signatures.some((signature) => signature.test(beginning));
}

function unknownType(): ProblemError {
  return new ProblemError({
    status: 415,
    code: 'unsupported-media-type',
    detail: 'This is not a PNG, JPEG, GIF or WebP picture.',
  });
}

type Reason = Extract<Awaited<ReturnType<ImageProcess['write']>>, { refused: string }>['refused'];

const count = (number: number) => number.toLocaleString('en');
const ordinary = 'Save it as an ordinary JPEG of at most 12 million pixels, then add it.';

const reasons: Record<Reason, string> = {
  unreadable: 'This picture cannot be read. Save it again as a JPEG or PNG, then add it.',
  side: `This picture is too wide or too high: the limit is ${count(IMAGE_SENT_SIDE_MAX_PX)} pixels either way. Make it smaller, then add it.`,
  pixels: `This picture has too many pixels: the limit is ${IMAGE_PIXELS_MAX / 1e6} million. Make it smaller, then add it.`,
  decoded: `This picture has too many pixels for the way it is stored: interlaced, progressive or with more than 8 bits per colour. ${ordinary}`,
  exhausting: `This picture takes too long, or too much memory, to read. ${ordinary}`,
};

function refused(reason: Reason): ProblemError {
  return fieldsRefused([{ field: 'image', message: reasons[reason] }]);
}
