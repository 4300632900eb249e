import { contactCall, type ContactMessage } from 'shared/contracts/contact';
import { IDEMPOTENCY_HEADER } from 'shared/contracts/idempotency';

/** Said when there is nothing better to say. */
const FAILED = 'Submission failed!';

/** `status` is 0 when there was no answer. */
export type SendResult = { sent: true } | { sent: false; message: string; status: number };

/**
 * Sends one contact message. Status 201 alone is success; an error answer's text is shown, if it has one. There is
 * no time-out (specification, sections 7 to 9).
 * @param key names the attempt: the same content sent again with the same key is stored once
 * @param send reaches the API
 */
export async function sendMessage(
  message: ContactMessage,
  key: string,
  send: (path: string, init: RequestInit) => Promise<Response> = (path, init) => fetch(path, init),
): Promise<SendResult> {
  try {
    const response = await send(contactCall, {
      method: 'POST',
      headers: { accept: 'text/plain', 'content-type': 'application/json', [IDEMPOTENCY_HEADER]: key },
      body: JSON.stringify(message),
    });
    if (response.status === 201) return { sent: true };
    return { sent: false, message: (await readableText(response)) || FAILED, status: response.status };
  } catch {
    return { sent: false, message: noAnswer(), status: 0 };
  }
}

/** What to say when nobody answered: why, if the browser knows. */
export function noAnswer(): string {
  const isOffline = !import.meta.env.SSR && !navigator.onLine;
  return isOffline ? `${FAILED} You are offline. Your message stays here: send it again when you are connected.` : FAILED;
}

/** A page of markup, as some proxies answer with, is not for people to read in a banner. */
async function readableText(response: Response): Promise<string> {
  if (response.ok || response.headers.get('content-type')?.includes('html')) return '';
  return (await response.text()).trim();
}
