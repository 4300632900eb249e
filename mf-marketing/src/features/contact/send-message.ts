import { contactCall, type ContactMessage } from 'shared/contracts/contact';
import { IDEMPOTENCY_HEADER } from 'shared/contracts/idempotency';

/** Said when there is nothing better to say. */
export const FAILED = 'Submission failed!';

export type SendResult = { sent: true } | { sent: false; message: string };

/**
 * Sends one contact message. Status 201 alone is success; an error answer's text is shown, if it has one. There is
 * no time-out (specification, sections 7 to 9).
 * @param key names the attempt: the same content sent again with the same key is stored once
 */
export async function sendMessage(message: ContactMessage, key: string): Promise<SendResult> {
  try {
    const response = await fetch(contactCall, {
      method: 'POST',
      headers: { accept: 'text/plain', 'content-type': 'application/json', [IDEMPOTENCY_HEADER]: key },
      body: JSON.stringify(message),
    });
    if (response.status === 201) return { sent: true };
    return { sent: false, message: (await readableText(response)) || FAILED };
  } catch {
    return { sent: false, message: FAILED };
  }
}

/** A page of markup, as some proxies answer with, is not for people to read in a banner. */
async function readableText(response: Response): Promise<string> {
  if (response.ok || response.headers.get('content-type')?.includes('html')) return '';
  return (await response.text()).trim();
}
