/**
 * Tells styled-components which rules the server's document has, before anything is rendered. Left to itself it would
 * insert each of them anew and remove the server's element, and the browser would find all styles of the page again;
 * shown an element without rules, it would still add two to the page, for which the browser makes a frame.
 */
import { __PRIVATE__ } from 'styled-components';
import { namesOf } from './style-text.ts';

const served = document.querySelector('style[data-styled]');
for (const [id, names] of namesOf(served?.textContent ?? ''))
  for (const name of names) __PRIVATE__.mainSheet.registerName(id, name);
