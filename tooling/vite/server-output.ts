/**
 * How files that Node runs are written. V8 keeps the text of a file for as long as it may compile parts of it, with two
 * bytes for each character if a single one is beyond Latin-1. So all characters are ASCII, those of strings escaped,
 * and comments stay in the sources, but for licences. Nothing else is minified: stack traces name functions and lines.
 */
export const serverOutput = {
  comments: { legal: true, annotation: false, jsdoc: false },
  minify: { compress: false, mangle: false, codegen: { removeWhitespace: false, asciiOnly: true } },
} as const;
