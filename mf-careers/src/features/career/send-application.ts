import { applicationCall, CV_FIELD, type Application, type ApplicationReceipt } from 'shared/contracts/careers';
import type { Problem } from 'shared/contracts/problem';
import { receivedText } from './received.ts';

export type SendOutcome =
  /** `text` says so, with the number. */
  | { kind: 'received'; text: string }
  /** The API said no, and why. */
  | { kind: 'refused'; problem: Problem }
  /** The answer was none of the API's. */
  | { kind: 'failed' }
  /** The connection broke, or there is none. */
  | { kind: 'unreachable' }
  | { kind: 'cancelled' };

interface Sending {
  application: Application;
  cv: File;
  /** @param part of the form that has left, 0 to 1 */
  onProgress: (part: number) => void;
  signal: AbortSignal;
}

/**
 * Sends an application. XMLHttpRequest, because `fetch` does not tell how much of a body has left. Without an idempotency
 * key: the API then knows the same application by what is in it, also from a page that was loaded anew.
 */
export function sendApplication({ application, cv, onProgress, signal }: Sending): Promise<SendOutcome> {
  const form = new FormData();
  for (const [name, value] of Object.entries(application)) form.set(name, value);
  form.set(CV_FIELD, cv);
  const request = new XMLHttpRequest();
  request.open('POST', applicationCall);
  request.setRequestHeader('accept', 'application/json');
  request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
  signal.addEventListener('abort', () => request.abort());
  return new Promise((resolve) => {
    request.addEventListener('load', () => resolve(outcomeOf(request)));
    request.addEventListener('error', () => resolve({ kind: 'unreachable' }));
    request.addEventListener('abort', () => resolve({ kind: 'cancelled' }));
    request.send(form);
  });
}

function outcomeOf({ status, responseText }: XMLHttpRequest): SendOutcome {
  try {
    const answer: unknown = JSON.parse(responseText);
    return status === 201 ? { kind: 'received', text: receivedText((answer as ApplicationReceipt).id) } : { kind: 'refused', problem: answer as Problem };
  } catch {
    // A page of some proxy on the way.
    return { kind: 'failed' };
  }
}
