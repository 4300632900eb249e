/**
 * Tells styled-components which rules the server's document has, before anything is rendered. Left to itself it would
 * insert each of them anew and remove the server's element, and the browser would find all styles of the page again;
 * shown an element without rules, it would still add two to the page, for which the browser makes a frame.
 *
 * The same is true of rules in a file (decision 133). Its link stands in the page's markup, which is replaced one day,
 * so another one takes its place. Where the file did not come, that is the second attempt, and components bring
 * their own rules.
 */
import { __PRIVATE__ } from 'styled-components';
import { namesOf, textOfFile } from './style-text.ts';

const served = document.querySelector('style[data-styled]');
const link = document.querySelector<HTMLLinkElement>('body link[rel="stylesheet"]');
const text = (served?.textContent ?? '') + (link ? textOf(link) : '');
for (const [id, names] of namesOf(text)) for (const name of names) __PRIVATE__.mainSheet.registerName(id, name);

if (link) {
  const lasting = link.cloneNode() as HTMLLinkElement;
  lasting.addEventListener('load', () => link.remove());
  document.head.append(lasting);
}

/** Nothing, if the file did not come: then there is no sheet, or one that cannot be read. */
function textOf({ sheet }: HTMLLinkElement): string {
  try {
    return textOfFile(sheet!);
  } catch {
    return '';
  }
}
