/**
 * What counts as text. The databases disagree about the rest: PostgreSQL refuses U+0000, and half a surrogate
 * pair cannot be written as UTF-8, so it would come back as another character.
 */

const CONTROL = /[\u0000-\u001f\u007f]/;
const CONTROL_BUT_LAYOUT = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

/** Text on one line: well-formed, no control characters. */
export function isLine(value: string): boolean {
  return value.isWellFormed() && !CONTROL.test(value);
}

/** Text that may have several lines and tabs. */
export function isText(value: string): boolean {
  return value.isWellFormed() && !CONTROL_BUT_LAYOUT.test(value);
}

/** Text in which there is something to see: spaces are not, nor what only joins, turns or hides other characters. */
export function isVisible(value: string): boolean {
  return /[^\s\p{C}\p{M}\p{Default_Ignorable_Code_Point}]/u.test(value);
}
