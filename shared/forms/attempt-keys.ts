/** @returns a function that gives each content a key: sending the same content again keeps its key */
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
