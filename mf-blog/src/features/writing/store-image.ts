/** Pictures of a post, stored by the API as files of their own. */
import { postCalls, type StoredImage } from 'shared/contracts/posts';
import type { Problem } from 'shared/contracts/problem';
import { IMAGE_BYTES_MAX } from 'shared/rules/limits';

/** Types that the API takes, for `<input accept>`. */
export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

/** The picture was not stored; the message says why, to the person who writes. */
export class NotStored extends Error {}

/**
 * Stores a picture. `fetch` cannot tell how far it is, so this is an XMLHttpRequest.
 * @param onProgress gets how much has been sent, from 0 to 1
 * @throws NotStored
 */
export function storeImage(file: File, onProgress: (part: number) => void): Promise<StoredImage> {
  return new Promise((resolve, reject) => {
    const refuse = (why: string) => reject(new NotStored(why));
    if (!PICTURE_TYPES.includes(file.type)) return refuse('Pictures may be PNG, JPEG, GIF or WebP.');
    if (file.size > IMAGE_BYTES_MAX) return refuse(`A picture may have up to ${IMAGE_BYTES_MAX / 1024 / 1024} MB.`);
    const request = new XMLHttpRequest();
    request.open('POST', postCalls.images);
    request.setRequestHeader('accept', 'application/json');
    request.setRequestHeader('content-type', file.type);
    request.responseType = 'json';
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
    request.addEventListener('load', () => {
      const answer = request.response as (StoredImage & Partial<Problem>) | null;
      if (request.status === 201 && answer) resolve(answer);
      else refuse(answer?.detail ?? 'It could not be stored. Try again later.');
    });
    request.addEventListener('error', () => refuse('It could not be sent. Check your connection and try again.'));
    request.send(file);
  });
}

/** A picture that is part of the text (`data:`), as a file; undefined when the address is none. */
export function fileOfDataAddress(address: string): File | undefined {
  const [, type, data] = /^data:(image\/[a-z+.-]+);base64,(.+)$/is.exec(address) ?? [];
  if (!type || !data) return undefined;
  try {
    const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
    return new File([bytes], 'Pasted picture', { type });
  } catch {
    return undefined;
  }
}
