import sanitizeHtml from 'sanitize-html';
import { allowedAttributes, allowedTags, isImageUrl, isLinkUrl, NESTING_LIMIT } from 'shared/rules/posts/rich-text';

/** The post's HTML as it may be shown, on the server. For why there are two sanitisers, see `sanitised.ts`. */
export function sanitise(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: [...allowedTags],
    allowedAttributes: Object.fromEntries(Object.entries(allowedAttributes).map(([tag, names]) => [tag, [...names]])),
    // URLs are checked below, by one rule for both sanitisers.
    allowedSchemes: ['http', 'https', 'mailto', 'tel', 'data', 'about'],
    nestingLimit: NESTING_LIMIT,
    transformTags: {
      a: (tagName, attribs) => ({ tagName, attribs: allowedUrl('href', attribs, isLinkUrl) }),
      img: (tagName, attribs) => ({ tagName, attribs: allowedUrl('src', attribs, isImageUrl) }),
    },
  });
}

function allowedUrl(
  name: string,
  attribs: Record<string, string>,
  isAllowed: (url: string) => boolean,
): Record<string, string> {
  const { [name]: url, ...rest } = attribs;
  return url !== undefined && isAllowed(url) ? attribs : rest;
}
