/** Images of a post, stored by the API as files of their own. */
import { ApiError, isOffline } from 'shared/api-client/api';
import { uploadToApi } from 'shared/api-client/upload';
import { postCalls, type StoredImage } from 'shared/contracts/posts';
import { IMAGE_MAX_BYTES } from 'shared/rules/limits';

/** Types that the API takes, for `<input accept>`. */
export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

/** The image was not stored; the message tells the author why. */
export class NotStored extends Error {}

/**
 * Stores an image.
 * @param onProgress gets how much has been sent, from 0 to 1
 * @throws NotStored
 * @throws DOMException `AbortError` when `signal` aborts
 */
export async function storeImage(
  file: File,
  { onProgress, signal }: { onProgress: (part: number) => void; signal: AbortSignal },
): Promise<StoredImage> {
  if (!IMAGE_TYPES.includes(file.type)) throw new NotStored('Pictures can be PNG, JPEG, GIF or WebP.');
  if (file.size > IMAGE_MAX_BYTES) throw new NotStored(`A picture can be up to ${IMAGE_MAX_BYTES / 1024 / 1024} MB.`);
  try {
    return await uploadToApi<StoredImage>(postCalls.images, { body: file, onProgress, signal });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (isOffline(error)) throw new NotStored('It could not be sent. Check your connection and try again.');
    throw new NotStored(error.problem?.detail ?? 'It could not be stored. Try again later.');
  }
}

/** An image that is part of the text (`data:`), as a file; undefined for any other URL. */
export function fileOfDataUrl(url: string): File | undefined {
  const [, name, data] = /^data:(image\/[a-z+.-]+);base64,(.+)$/is.exec(url) ?? [];
  if (!name || !data) return undefined;
  // Some programs call it so, and browsers show it.
  const type = name.toLowerCase() === 'image/jpg' ? 'image/jpeg' : name;
  try {
    const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
    return new File([bytes], 'Pasted picture', { type });
  } catch {
    return undefined;
  }
}
