/** @returns one key for each content that is tried: sending the same again keeps it */
export function attemptKeys(): (content: unknown) => string {
  let last = { content: '', key: '' };
  return (tried) => {
    const content = JSON.stringify(tried);
    if (content !== last.content) last = { content, key: randomKey() };
    return last.key;
  };
}

/** `crypto.randomUUID` exists on secure origins only. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
