/** Longest message, in characters. */
export const MESSAGE_LENGTH = 200;

/** An error's message without queries, email addresses, long numbers and quoted text, which may be personal. */
export function impersonal(message: string): string {
  return message
    .replace(/\S+/g, withoutEmail)
    .replace(/[?#]\S*|\d{6,}|"[^"]*"?/g, '…')
    .slice(0, MESSAGE_LENGTH);
}

/** Word by word: one pattern for all of the message would look for the `@` again from each character of a word. */
function withoutEmail(word: string): string {
  return /.@./s.test(word) ? '…' : word;
}
