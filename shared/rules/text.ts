/**
 * What counts as text. The databases disagree about the rest: PostgreSQL refuses U+0000, and half a surrogate pair
 * cannot be written as UTF-8, so it would come back as another character. Control characters move a terminal's cursor,
 * and characters that change the direction of writing make a line read as another one.
 *
 * Joiners stay (emoji, Persian, Indic scripts). The three marks of direction (LRM, RLM, ALM) stay where text has
 * several lines: Arabic and Hebrew need them beside punctuation, and they reorder nothing. A line is a name, a subject
 * or a title, and is compared by people.
 */

const NOT_IN_LINE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;
const NOT_IN_TEXT = /(?![\t\n\r\u061c\u200e\u200f])[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;

/** For a value that cannot be repeated in the message, such as a password. */
export const NOT_TEXT = 'This contains characters that are not text. Remove them, then send again.';

/** How much of the preceding text a message repeats, so that the character can be found, in UTF-16 units. */
const BEFORE = 20;

/**
 * Text on one line: well-formed, without control characters and invisible ones that change the direction of writing.
 */
export function isLine(value: string): boolean {
  return !NOT_IN_LINE.test(value);
}

/** Text that may have several lines and tabs. */
export function isText(value: string): boolean {
  return !NOT_IN_TEXT.test(value);
}

/**
 * The first character that is not text, in words, because it is invisible: `a control character (U+0007, after “Ada”)`.
 */
export function strayCharacter(value: string, kind: 'line' | 'text'): string | undefined {
  const found = (kind === 'line' ? NOT_IN_LINE : NOT_IN_TEXT).exec(value);
  if (!found) return undefined;
  const [character] = found;
  const code = character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
  const before = asLine(value.slice(Math.max(0, found.index - BEFORE), found.index)).trim();
  return `${nameOf(character)} (U+${code}, ${before ? `after “${before}”` : 'at the beginning'})`;
}

function nameOf(character: string): string {
  if (/[\n\v\f\r\u0085\u2028\u2029]/.test(character)) return 'a line break';
  if (/\p{Cs}/u.test(character)) return 'half a character';
  return /\p{Cc}/u.test(character)
    ? 'a control character'
    : 'an invisible character that changes the direction of the text';
}

/** The value as one line, whatever it was: for headers and for values that an older rule let in. */
export function asLine(value: string): string {
  return value.replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, ' ');
}

/** The value without what is no text; what breaks lines becomes a plain line break. For what comes from elsewhere. */
export function asText(value: string): string {
  return value.replace(/[\v\f\u0085\u2028\u2029]/g, '\n').replace(new RegExp(NOT_IN_TEXT, 'gu'), '');
}

/**
 * Whether there is something to see in a text: spaces do not count, nor what only joins, turns or hides other
 * characters, nor the pattern of Braille that has no dots.
 */
export function isVisible(value: string): boolean {
  return /[^\s\p{C}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u.test(value);
}
