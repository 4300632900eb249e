/**
 * What the HTML of a post may contain when it is shown; the API stores nothing beyond it. Two sanitisers read
 * this list: one on the server, one in the browser.
 */

export const allowedTags: readonly string[] = (
  'h2 h3 h4 p br hr blockquote pre code ul ol li strong b em i u s sub sup a img ' +
  'figure figcaption table caption thead tbody tfoot tr th td'
).split(' ');

export const allowedAttributes: Record<string, readonly string[]> = {
  a: ['href', 'title', 'rel'],
  img: ['src', 'alt', 'title', 'width', 'height', 'loading'],
  ol: ['start'],
  th: ['scope', 'colspan', 'rowspan'],
  td: ['colspan', 'rowspan'],
};

/** Addresses of links: the allowed schemes, blocked ones that became blank, and the site's own. */
export const linkAddress = /^(?:(?:https?|mailto|tel):|about:blank$|[^a-z]|[a-z+.-]+(?:[^a-z+.\-:]|$))/i;

/** Addresses of images. */
export const imageAddress = /^(?:https?:|data:image\/|[^a-z]|[a-z+.-]+(?:[^a-z+.\-:]|$))/i;
