/**
 * A lint rule: no line has more than 120 characters (decision 114). The formatter breaks code; comments, titles of
 * tests, CSS and SQL are left to their author. A literal may make its line longer, since a sentence, a URL or a pattern
 * is better whole: the text of a line's longest literal does not count.
 */

const LIMIT = 120;
const RUNNERS = new Set(['test', 'it', 'describe']);

/** What a chain of calls begins with: `test` of `test.each([…])`. */
function rootName(node) {
  if (node.type === 'Identifier') return node.name;
  return rootName(node.callee ?? node.tag ?? node.object ?? { type: 'Identifier', name: '' });
}

const rule = {
  create(context) {
    const { text, lines } = context.sourceCode;
    if (lines.every((line) => line.length <= LIMIT)) return {};

    const starts = [0];
    for (const line of lines) starts.push(text.indexOf('\n', starts.at(-1) + line.length) + 1);
    /** Length of the longest literal on a line, by the line's index. */
    const longest = new Map();
    /** Literals whose length is no excuse: titles, which can be shorter, and CSS and SQL, which can be broken. */
    const inexcusable = new Set();

    /** @param pieces start and end of the literal's text, one pair for each part between `${…}` */
    const count = (pieces) => {
      const within = new Map();
      for (const [start, end] of pieces)
        for (const [index, line] of lines.entries()) {
          const length = Math.min(end, starts[index] + line.length) - Math.max(start, starts[index]);
          if (length > 0) within.set(index, (within.get(index) ?? 0) + length);
        }
      for (const [index, length] of within) longest.set(index, Math.max(length, longest.get(index) ?? 0));
    };

    return {
      CallExpression(node) {
        if (RUNNERS.has(rootName(node.callee))) inexcusable.add(node.arguments[0]);
      },
      TaggedTemplateExpression: (node) => void inexcusable.add(node.quasi),
      Literal(node) {
        if ((typeof node.value === 'string' || node.regex) && !inexcusable.has(node)) count([node.range]);
      },
      TemplateLiteral(node) {
        if (!inexcusable.has(node)) count(node.quasis.map(({ range }) => range));
      },
      'Program:exit'() {
        for (const [index, { length }] of lines.entries()) {
          if (length - (longest.get(index) ?? 0) <= LIMIT) continue;
          const line = index + 1;
          context.report({
            loc: { start: { line, column: LIMIT }, end: { line, column: length } },
            message: `This line has ${length} characters; allowed are ${LIMIT}. Say it in fewer words, or break the line.`,
          });
        }
      },
    };
  },
};

// oxlint-disable-next-line import/no-default-export -- plugins are loaded by their default export
export default { meta: { name: 'lines' }, rules: { 'line-length': rule } };
