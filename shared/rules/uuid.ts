/** An id as `randomUUID` makes it, within a longer pattern. */
export const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/;

const ALONE = new RegExp(`^${UUID.source}$`);

/** Whether the text is such an id and nothing else. */
export function isUuid(text: string): boolean {
  return ALONE.test(text);
}
