/** Name of the hidden field that names an attempt without script, and begins with its key (`attempt-field.ts`). */
export const ATTEMPT_FIELD = 'attempt';

/** What was sent last, as JSON, and its key. */
export interface Attempt {
  content: string;
  key: string;
}

/**
 * @param last the attempt before, if there was one
 * @param keep called with each attempt, before it is made
 * @returns a function that gives each content a key: sending the same content again keeps its key
 */
export function attemptKeys(last?: Attempt, keep?: (attempt: Attempt) => void): (content: unknown) => string {
  let latest = last;
  return (tried) => {
    const content = JSON.stringify(tried);
    if (content !== latest?.content) latest = { content, key: randomKey() };
    keep?.(latest);
    return latest.key;
  };
}

/** `crypto.randomUUID` exists on secure origins only. */
export function randomKey(): string {
  return hexOf(crypto.getRandomValues(new Uint8Array(16)));
}

export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
