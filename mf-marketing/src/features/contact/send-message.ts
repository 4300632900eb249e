import { requestApi, type ApiError } from 'shared/api-client/api';
import { contactCall } from 'shared/contracts/contact';
import { IDEMPOTENCY_HEADER } from 'shared/contracts/idempotency';
import { attemptKeys, hexOf } from 'shared/forms/attempt-keys';
import type { ContactMessage } from 'shared/rules/contact/contact-form';
import { FAILED, noAnswer } from './result-texts.ts';

/** `status` is 0 when there was no answer. */
export type SendResult = { sent: true } | { sent: false; message: string; status: number };

/**
 * Sends one contact message. Only status 201 is success; an error answer's text is shown, if it has one. There is no
 * time-out (specification, sections 7 to 9).
 * @param key names the attempt: the same content sent again with the same key is stored once
 * @param context the action's; nothing in the browser
 */
export async function sendMessage(message: ContactMessage, key: string, context?: unknown): Promise<SendResult> {
  try {
    const headers = { accept: 'text/plain', [IDEMPOTENCY_HEADER]: key };
    const { status } = await requestApi(contactCall, { method: 'POST', body: message, headers, context });
    return status === 201 ? { sent: true } : { sent: false, message: FAILED, status };
  } catch (error) {
    const { status, problem, text = '' } = error as ApiError;
    return { sent: false, message: problem?.detail || readable(text) || (status > 0 ? FAILED : noAnswer()), status };
  }
}

const keyOfAttempt = attemptKeys();

/**
 * The same message from the same sender is one attempt, so a form that is sent twice arrives only once: by the browser
 * before the script had loaded, then by the script. Browsers hash on secure origins only; elsewhere the page alone
 * knows its attempts.
 */
export async function messageKey(message: ContactMessage): Promise<string> {
  if (!(crypto.subtle as SubtleCrypto | undefined)) return keyOfAttempt(message);
  const bytes = new TextEncoder().encode(JSON.stringify(Object.values(message)));
  const hash = await crypto.subtle.digest('SHA-256', bytes);
  return `form-${hexOf(new Uint8Array(hash))}`;
}

/** An HTML page or JSON, as some proxies send, does not belong in a banner. */
function readable(text: string): string {
  return /^\s*[<{[]/.test(text) ? '' : text.trim();
}
