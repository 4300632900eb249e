/** What the server puts into a document for its cloths. Browsers need none of this code. */
import { WORDMARK } from '../wordmark.ts';
import { patternOf, threadColour } from './patterns.ts';
import { DOCUMENT_PATTERNS_ID, WORDMARK_ID } from './weave.ts';

/** A pattern from which the others take the attributes that they share. */
const COMMON_ID = 'p';
const common = `<pattern id=${COMMON_ID} patternUnits=userSpaceOnUse />`;

const drawn = new Map<string, string>();

function drawnPattern(id: string): string {
  let markup = drawn.get(id);
  if (markup === undefined) {
    const pattern = patternOf(id);
    if (!pattern) return '';
    const { stripes, ...attributes } = pattern;
    const given = Object.entries(attributes).map(([name, value]) => ` ${name}=${value}`);
    const paths = stripes.map(({ thread, path }) => `<path stroke=${threadColour(thread)} d="${path}"/>`);
    markup = `<pattern id=${id} href=#${COMMON_ID}${given.join('')}>${paths.join('')}</pattern>`;
    drawn.set(id, markup);
  }
  return markup;
}

/**
 * Patterns that a page names, and the name in outlined letters, in an `<svg>` that takes no room: if it were not
 * displayed, nothing in it would be drawn.
 */
export function documentPatterns(html: string): string {
  const named = new Set(html.match(/(?<=#)[a-z]+-[a-z]+(?:-\d+)?(?=[)"\s/>])/g));
  return (
    `<svg id=${DOCUMENT_PATTERNS_ID} width=0 height=0 shape-rendering=crispEdges aria-hidden=true>` +
    `${common}${[...named].map(drawnPattern).join('')}<path id=${WORDMARK_ID} d="${WORDMARK.path}"/></svg>`
  );
}
