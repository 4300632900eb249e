/** Of a message in characters. */
export const MESSAGE_LENGTH = 200;

/** An error's message without what may be somebody's: queries, email addresses, numbers, what stands in double quotes. */
export function impersonal(message: string): string {
  return message.replace(/[?#]\S*|\S+@\S+|\d{6,}|"[^"]*"?/g, '…').slice(0, MESSAGE_LENGTH);
}
