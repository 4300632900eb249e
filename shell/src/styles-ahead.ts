/**
 * Tells styled-components which rules the server's document has, before anything is rendered. Left to itself, it would
 * insert each of them again and remove the server's element, so that the browser would compute all styles of the page
 * again; given an element without rules, it would still add two to the page, for which the browser makes a frame.
 *
 * The same is true of rules in a file (decision 133). Its link is in the page's markup, which is replaced one day,
 * so it is moved. If the file did not arrive, another link is the second attempt, and components bring their own rules.
 */
import { __PRIVATE__ } from 'styled-components';
import { namesOf, namesOfFile, type Names } from './server-markup/style-text.ts';

const served = document.querySelector('style[data-styled]');
const link = document.querySelector<HTMLLinkElement>('body link[rel="stylesheet"]');
const later = link ? namesIn(link) : [];
for (const [id, names] of [...namesOf(served?.textContent ?? ''), ...later])
  for (const name of names) __PRIVATE__.mainSheet.registerName(id, name);

if (link) {
  const { head } = document;
  // When the link is moved it keeps its sheet, and no style is computed again. Not all browsers can do that, and a file
  // that did not arrive is asked for again.
  if (later.length > 0 && 'moveBefore' in head) head.moveBefore(link, null);
  else {
    const lasting = link.cloneNode() as HTMLLinkElement;
    lasting.addEventListener('load', () => link.remove());
    head.append(lasting);
  }
}

/** Empty if the file did not arrive: then there is no sheet, or one that cannot be read. */
function namesIn({ sheet }: HTMLLinkElement): Names {
  try {
    return namesOfFile(sheet!);
  } catch {
    return [];
  }
}
