/**
 * Rich text of visitors, reduced to an allow-list: text structure, links and images. Everything else goes,
 * scripts and styles with their content. Used when a post is stored and again when it is shown.
 */
import { Parser } from 'htmlparser2';
import sanitizeHtml from 'sanitize-html';
import {
  allowedAttributes,
  allowedTags,
  BLANK_LINK,
  isImageUrl,
  isLinkUrl,
  NESTING_LIMIT,
} from 'shared/rules/posts/rich-text';

/** How many tags accepted content may have open at once: parsing time grows with the square of the depth. */
const OPEN_TAGS_MAX = 1_000;
/** How many elements it may have: each costs as much as hundreds of characters of text. */
export const ELEMENTS_MAX = 20_000;

/** The library's types lack the names of attributes that stay although they are empty. */
const options: sanitizeHtml.IOptions & { allowedEmptyAttributes: string[] } = {
  allowedTags: [...allowedTags],
  allowedAttributes: Object.fromEntries(Object.entries(allowedAttributes).map(([tag, names]) => [tag, [...names]])),
  allowedEmptyAttributes: ['alt', 'src'],
  // URLs are checked below, by the algorithm that browsers use.
  allowedSchemes: ['http', 'https', 'mailto', 'tel', 'data', 'about'],
  nestingLimit: NESTING_LIMIT,
  transformTags: {
    // The page's title is its one first-level heading.
    h1: 'h2',
    h5: 'h4',
    h6: 'h4',
    a: (tagName, { href, title }) => ({
      tagName,
      attribs: {
        ...(href === undefined ? {} : { href: isLinkUrl(href) ? href : BLANK_LINK }),
        ...(title === undefined ? {} : { title }),
        rel: 'ugc nofollow noopener',
      },
    }),
    img: (tagName, { src = '', alt = '', title, width, height }) => ({
      tagName,
      attribs: {
        src: isImageUrl(src) ? src : '',
        alt,
        ...(title === undefined ? {} : { title }),
        ...dimension('width', width),
        ...dimension('height', height),
        loading: 'lazy',
      },
    }),
  },
};

/** HTML that is safe to show, whatever `html` was. Sanitising its own result changes nothing. */
export function sanitise(html: string): string {
  const reduced = sanitizeHtml(html, options);
  // Elements between which another one was taken out may close each other when they are parsed again.
  return reduced === html ? html : sanitizeHtml(reduced, options);
}

/** Why sanitising `html` would take long, if it would: tags are nested deeply, or are many. Asks the parser itself. */
export function costlyBecause(html: string): 'depth' | 'number' | undefined {
  let open = 0;
  let all = 0;
  let reason: 'depth' | 'number' | undefined;
  const parser = new Parser({
    onopentagname: () => {
      open += 1;
      all += 1;
      reason = open > OPEN_TAGS_MAX ? 'depth' : all > ELEMENTS_MAX ? 'number' : undefined;
      if (reason) parser.pause();
    },
    onclosetag: () => {
      open -= 1;
    },
  });
  parser.write(html);
  return reason;
}

function dimension(name: 'width' | 'height', value: string | undefined): Record<string, string> {
  return value && /^\d{1,4}$/.test(value) ? { [name]: value } : {};
}
