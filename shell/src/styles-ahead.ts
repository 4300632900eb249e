/**
 * Tells styled-components which rules the server's document has, before anything is rendered. Left to itself it would
 * insert each of them anew and remove the server's element, and the browser would find all styles of the page again;
 * shown an element without rules, it would still add two to the page, for which the browser makes a frame.
 *
 * The same is true of rules in a file (decision 133). Its link stands in the page's markup, which is replaced one day,
 * so it moves. Where the file did not come, another link is the second attempt, and components bring their own rules.
 */
import { __PRIVATE__ } from 'styled-components';
import { namesOf, textOfFile } from './style-text.ts';

const served = document.querySelector('style[data-styled]');
const link = document.querySelector<HTMLLinkElement>('body link[rel="stylesheet"]');
const later = link ? textOf(link) : '';
const text = (served?.textContent ?? '') + later;
for (const [id, names] of namesOf(text)) for (const name of names) __PRIVATE__.mainSheet.registerName(id, name);

if (link) {
  const { head } = document;
  // Moved, it keeps its sheet, and no style is found again. Not all browsers can, and a file that did not come
  // is asked for anew.
  if (later && 'moveBefore' in head) head.moveBefore(link, null);
  else {
    const lasting = link.cloneNode() as HTMLLinkElement;
    lasting.addEventListener('load', () => link.remove());
    head.append(lasting);
  }
}

/** Nothing, if the file did not come: then there is no sheet, or one that cannot be read. */
function textOf({ sheet }: HTMLLinkElement): string {
  try {
    return textOfFile(sheet!);
  } catch {
    return '';
  }
}
