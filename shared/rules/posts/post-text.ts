/** The words of a post's sanitised HTML: what searches look through, and what lists show of a post. */

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&', nbsp: ' ' };

/** They occur within words and before commas. */
const INLINE_TAGS = /<\/?(?:strong|b|em|i|u|s|sub|sup|a|code)(?: [^>]*)?>/g;

/** Elements that read badly in the middle of a line. */
const APART = /<(h[1-6]|pre)(?: [^>]*)?>.*?<\/\1>/gs;

/** The text of sanitised HTML, its spaces collapsed. */
export function textOf(html: string): string {
  // Whole tags only: a literal `<` is an entity there.
  return html
    .replace(INLINE_TAGS, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(lt|gt|quot|#39|amp|nbsp);/g, (_, name: string) => ENTITIES[name] as string)
    .replace(/\s+/g, ' ')
    .trim();
}

/**
 * The first words of sanitised HTML as text, cut between words, without punctuation before the ellipsis. Headings and
 * code are left out, unless there is nothing else.
 * @param max characters, in UTF-16 units
 */
export function firstWords(html: string, max: number): string {
  const text = textOf(html.replace(APART, ' ')) || textOf(html);
  if (text.length <= max) return text;
  const space = text.lastIndexOf(' ', max - 1);
  // A character as people count them: an emoji of several signs, or a letter with its marks, is one.
  const end = space > max / 2 ? space : new Intl.Segmenter('en').segment(text).containing(max)!.index;
  return `${text.slice(0, end).replace(/[.,;:\s]+$/, '')}…`;
}
