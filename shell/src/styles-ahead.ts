/**
 * Runs before styled-components does, which takes over the server's rules as soon as it is there: it reads the text as it
 * would have written it. The element's own text stays: pages' policies know no other.
 */
import { expanded } from './style-text.ts';

const style = document.querySelector('style[data-styled]');
if (style) Object.defineProperty(style, 'textContent', { value: expanded(style.textContent) });
