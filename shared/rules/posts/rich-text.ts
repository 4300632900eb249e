/**
 * What the rich text of a post may contain: one list for the API, which stores nothing beyond it, and for the
 * two sanitisers that check again when a post is shown (`mf-blog/src/article/sanitised.ts`).
 */

export const allowedTags: readonly string[] = (
  'h2 h3 h4 p br hr blockquote pre code ul ol li strong b em i u s sub sup a img ' +
  'figure figcaption table caption thead tbody tfoot tr th td'
).split(' ');

export const allowedAttributes: Readonly<Record<string, readonly string[]>> = {
  a: ['href', 'title', 'rel'],
  img: ['src', 'alt', 'title', 'width', 'height', 'loading'],
  ol: ['start'],
  th: ['scope', 'colspan', 'rowspan'],
  td: ['colspan', 'rowspan'],
};

/** Deeper than people nest elements. Whatever is deeper is dropped. */
export const NESTING_LIMIT = 100;

/** Where a link leads whose URL is blocked: nowhere. */
export const BLANK_LINK = 'about:blank';

const LINK_SCHEMES = ['http:', 'https:', 'mailto:', 'tel:'];
const IMAGE_SCHEMES = ['http:', 'https:', 'data:'];

/** Whether a link may lead there: http, https, mailto, tel, or a URL of the site itself. */
export function isLinkUrl(value: string): boolean {
  const url = parsed(value);
  return url !== undefined && (LINK_SCHEMES.includes(url.protocol) || url.href === BLANK_LINK);
}

/** Whether an image may come from there: http, https, images as data, or a URL of the site itself. */
export function isImageUrl(value: string): boolean {
  const url = parsed(value);
  return (
    url !== undefined &&
    IMAGE_SCHEMES.includes(url.protocol) &&
    (url.protocol !== 'data:' || url.pathname.startsWith('image/'))
  );
}

/** By the algorithm that browsers use, which drops tabs, line breaks and leading blanks. */
function parsed(value: string): URL | undefined {
  const base = 'https://site.invalid';
  return URL.canParse(value, base) ? new URL(value, base) : undefined;
}
