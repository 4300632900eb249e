/**
 * Runs before styled-components does, which takes over the server's rules as soon as it is there: it would insert each
 * of them anew and remove the server's element, and the browser would find all styles of the page again. So it finds an
 * element that names the rules and has none, and leaves the server's alone, as one that it has taken over.
 */
import { namesOnly } from './style-text.ts';

const style = document.querySelector('style[data-styled]');
if (style) {
  const names = style.cloneNode() as Element;
  Object.defineProperty(names, 'textContent', { value: namesOnly(style.textContent) });
  style.after(names);
  style.setAttribute('data-styled', 'active');
}
