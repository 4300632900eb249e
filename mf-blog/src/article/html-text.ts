/** The words of sanitised HTML. */

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&', nbsp: ' ' };

/** Words that people read in a minute. */
const WORDS_PER_MINUTE = 200;

/** They occur within words and before commas. */
const INLINE_TAGS = /<\/?(?:strong|b|em|i|u|s|sub|sup|a|code)(?: [^>]*)?>/g;

/** The text of sanitised HTML on one line. */
function textOf(html: string): string {
  return html
    .replace(INLINE_TAGS, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(lt|gt|quot|#39|amp|nbsp);/g, (_, name: string) => ENTITIES[name] as string)
    .replace(/\s+/g, ' ')
    .trim();
}

/** Elements that read badly within a line. */
const APART = /<(h[1-6]|pre)(?: [^>]*)?>.*?<\/\1>/gs;

/**
 * The first words of sanitised HTML as text, cut between words, without punctuation before the ellipsis. Headings and
 * code are left out, unless there is nothing else.
 */
export function firstWords(html: string, max: number): string {
  const text = textOf(html.replace(APART, ' ')) || textOf(html);
  if (text.length <= max) return text;
  const cut = text.slice(0, max);
  const space = cut.lastIndexOf(' ');
  return `${(space > 0 ? cut.slice(0, space) : cut).toWellFormed().replace(/[.,;:\s]+$/u, '')}…`;
}

/** How long it takes to read sanitised HTML, in minutes, at least one. */
export function readingMinutes(html: string): number {
  return Math.max(1, Math.round(textOf(html).split(' ').length / WORDS_PER_MINUTE));
}

/**
 * Separates a post's first paragraph from the rest if it can be a lead: short, plain text, and not all there is.
 * @returns `lead` as text, `body` as HTML
 */
export function withoutLead(html: string, longest: number): { lead: string | null; body: string } {
  const [paragraph, inner] = /^\s*<p>([^<]+)<\/p>(?=\s*<)/.exec(html) ?? [];
  const lead = inner === undefined ? '' : textOf(inner);
  return paragraph && lead && lead.length <= longest
    ? { lead, body: html.slice(paragraph.length) }
    : { lead: null, body: html };
}
