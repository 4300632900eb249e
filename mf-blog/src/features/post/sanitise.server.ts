import sanitizeHtml from 'sanitize-html';
import { allowedAttributes, allowedTags, imageAddress, linkAddress } from './allowed-html.ts';

/** The post's HTML as it may be shown. For the server: the browser has its own sanitiser. */
export function sanitise(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: [...allowedTags],
    allowedAttributes: Object.fromEntries(Object.entries(allowedAttributes).map(([tag, names]) => [tag, [...names]])),
    // Addresses are decided below, for both sanitisers by the same rule.
    allowedSchemes: ['http', 'https', 'mailto', 'tel', 'data', 'about'],
    nestingLimit: 100,
    transformTags: {
      a: (tagName, attribs) => ({ tagName, attribs: allowedAddress('href', attribs, linkAddress) }),
      img: (tagName, attribs) => ({ tagName, attribs: allowedAddress('src', attribs, imageAddress) }),
    },
  });
}

function allowedAddress(name: string, attribs: Record<string, string>, allowed: RegExp): Record<string, string> {
  const { [name]: address, ...rest } = attribs;
  // Browsers drop these characters before they look at the scheme.
  const read = address?.replace(/[\u0000-\u0020]/g, '');
  return read !== undefined && allowed.test(read) ? attribs : rest;
}
