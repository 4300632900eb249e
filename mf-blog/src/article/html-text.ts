/** What a page makes of a post's sanitised HTML: how long it takes to read, and its lead. */
import { textOf } from 'shared/rules/posts/post-text';

/** Words that people read in a minute. */
const WORDS_PER_MINUTE = 200;

/** Chinese and Japanese, where no spaces part the words: two characters take as long as a word. */
const UNSPACED = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]/gu;

/** How long it takes to read sanitised HTML, in minutes, at least one. */
export function readingMinutes(html: string): number {
  const text = textOf(html);
  const words = text.split(' ').length + (text.match(UNSPACED)?.length ?? 0) / 2;
  return Math.max(1, Math.round(words / WORDS_PER_MINUTE));
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
