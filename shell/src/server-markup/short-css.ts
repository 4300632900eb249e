/** Matches a string, which stays as it is; white space around separators; and the last semicolon of a block. */
const NEEDLESS = /("[^"]*"|'[^']*')|;?\s*(\})\s*|\s*([{;,>!])\s*|(:|@media(?=\s+\())\s+|\s+/gs;
const COMMENT = /("[^"]*"|'[^']*')|\/\*.*?\*\//gs;

/** The same style sheet without comments, and without white space that only people need. */
export const shortCss = (css: string): string =>
  css
    .replace(COMMENT, (_, text: string = '') => text)
    .replace(
      NEEDLESS,
      (_, text?: string, end?: string, separator?: string, before?: string) =>
        text ?? end ?? separator ?? before ?? ' ',
    )
    .trim();
