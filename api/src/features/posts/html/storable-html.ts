/** What a post's HTML is stored as. */
import { sanitise } from './sanitise.ts';
import { semanticHtml } from './semantic-html.ts';

/** Storing its own result changes nothing, so a post that is saved as it was stays the same. */
export function storableHtml(html: string): string {
  const first = sanitise(semanticHtml(html));
  // Taking elements out leaves others empty, for instance.
  const second = semanticHtml(first);
  return second === first ? first : sanitise(second);
}
