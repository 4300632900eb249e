import { ApiError, errorOf, unreachable } from './api.ts';

interface Upload {
  /** A form with a file, or an image alone. */
  body: FormData | Blob;
  /** @param part how much of the body has been sent, 0 to 1 */
  onProgress: (part: number) => void;
  signal?: AbortSignal;
}

/**
 * Sends a large body from the browser and returns the JSON of the answer. Uses XMLHttpRequest, because `fetch` does not
 * report how much of a body has been sent.
 * @throws what `callApi` throws
 */
export function uploadToApi<T>(path: string, { body, onProgress, signal }: Upload): Promise<T> {
  const request = new XMLHttpRequest();
  request.open('POST', path);
  request.setRequestHeader('accept', 'application/json');
  request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
  signal?.addEventListener('abort', () => request.abort());
  return new Promise((resolve, reject) => {
    request.addEventListener('load', () => {
      try {
        resolve(answerOf<T>(request, path));
      } catch (error) {
        reject(error as ApiError);
      }
    });
    request.addEventListener('error', () => reject(unreachable(`POST ${path}`)));
    request.addEventListener('abort', () => reject(signal?.reason as DOMException));
    request.send(body);
  });
}

function answerOf<T>(request: XMLHttpRequest, path: string): T {
  const { status, responseText: text } = request;
  if (status < 200 || status > 299) throw errorOf(`POST ${path}`, status, text);
  try {
    return JSON.parse(text) as T;
  } catch {
    throw new ApiError(status, 'internal-error', `POST ${path}: the answer is not JSON`);
  }
}
