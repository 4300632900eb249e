import { ApiError, isOffline } from 'shared/api-client/api';
import { uploadToApi } from 'shared/api-client/upload';
import { applicationCall, CV_FIELD, type ApplicationReceipt } from 'shared/contracts/careers';
import { refusalOf, refused, type Refusal } from 'shared/forms/refusal';
import { isUnsure } from 'shared/forms/unsure';
import type { Application } from 'shared/rules/careers/application-form';
import { CV_CHANGED } from 'shared/rules/careers/cv';
import { referenceOf } from 'shared/rules/reference';

export type SendResult =
  | { kind: 'received'; reference: string }
  /** The API refused it, and said why. */
  | ({ kind: 'refused' } & Refusal)
  /** Something other than the API refused it, such as a firewall. */
  | { kind: 'failed' }
  /** It is unknown whether it has arrived: the connection broke, as a rule, or something else answered. */
  | { kind: 'unsure' }
  | { kind: 'cancelled' };

interface Sending {
  application: Application;
  cv: File;
  /** @param part how much of the form has been sent, 0 to 1 */
  onProgress: (part: number) => void;
  signal: AbortSignal;
}

/**
 * Sends an application. It has no idempotency key, so that the API recognises the same application by its content, even
 * after a reload.
 */
export async function sendApplication({ application, cv, onProgress, signal }: Sending): Promise<SendResult> {
  const body = new FormData();
  for (const [name, value] of Object.entries(application)) body.set(name, value);
  body.set(CV_FIELD, cv);
  try {
    const { id } = await uploadToApi<Partial<ApplicationReceipt>>(applicationCall, { body, onProgress, signal });
    // Without one, another server has answered.
    return id === undefined ? { kind: 'unsure' } : { kind: 'received', reference: referenceOf(id) };
  } catch (error) {
    if (signal.aborted) return { kind: 'cancelled' };
    if (!(error instanceof ApiError)) throw error;
    if (isOffline(error) && !(await isReadable(cv)))
      return { kind: 'refused', ...refused([{ field: CV_FIELD, message: CV_CHANGED }]) };
    if (isUnsure(error)) return { kind: 'unsure' };
    return error.problem ? { kind: 'refused', ...refusalOf(error, error.problem.detail) } : { kind: 'failed' };
  }
}

/** Browsers do not read a file that has become another since it was chosen; its request fails as on a broken line. */
const isReadable = (file: File): Promise<boolean> =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );
