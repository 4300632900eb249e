/**
 * Two lint rules about names: one word for one thing (an image is no `picture`, a URL, an IP or an email no `address`),
 * and a unit in the name of each constant that is a time or a size. Other people's names, like Node's
 * `server.address()`, are not ours to choose, so only those that are declared here count.
 */

/** Ambiguous words, and the words to use instead. */
const UNCLEAR = [
  [/picture/i, '`image` (uploaded), `drawing` (SVG made by code) or `screenshot`'],
  [/catalogue/i, '`catalog` (of releases) or `gallery` (of components)'],
  // A postal address is one, and "email address" is the usual term.
  [/(?<!e?mail_?|postal_?|street_?|ip)address/i, '`url`, `ip` or `email`'],
];

const CONSTANT = /^[A-Z][A-Z0-9_]*$/;
const UNIT =
  /(?:^|_)(?:MS|S|SECONDS|MINUTES|HOURS|DAYS|BYTES|KB|MB|MEGABYTES?|PX|REM|PER_(?:SECOND|MINUTE|HOUR|DAY))(?:_|$)/;
const TIME =
  /(?:^|_)(?:PATIENCE|DEADLINE|TIMEOUT|WINDOW|PAUSE|DELAY|INTERVAL|LEASE|MAX_AGE|HOUR|MINUTE|SECOND|DAY|WEEK)(?:_|$)/;
/** Factors by which milliseconds and bytes are counted. */
const FACTORS = new Set([24, 60, 1000, 1024]);

/** Whether an expression is a number, as far as its digits tell. */
function isNumber(node) {
  if (node?.type === 'Literal') return typeof node.value === 'number';
  return node?.type === 'BinaryExpression' && (isNumber(node.left) || isNumber(node.right));
}

/** Whether a number is put together as times and sizes are: `15 * 60 * 1000`, `DAY_MS * 2`. */
function isOfUnits(node) {
  if (node?.type !== 'BinaryExpression' || node.operator !== '*') return false;
  return [node.left, node.right].some(
    (side) =>
      (side.type === 'Literal' && FACTORS.has(side.value)) ||
      (side.type === 'Identifier' && CONSTANT.test(side.name) && UNIT.test(side.name)) ||
      isOfUnits(side),
  );
}

/** Names that a pattern declares: a, c and d of `{ a, b: c }` and `[d]`. A shorthand is named elsewhere. */
function declaredIn(pattern) {
  switch (pattern?.type) {
    case 'Identifier':
      return [pattern];
    case 'AssignmentPattern':
      return declaredIn(pattern.left);
    case 'RestElement':
      return declaredIn(pattern.argument);
    case 'ArrayPattern':
      return pattern.elements.flatMap(declaredIn);
    case 'ObjectPattern':
      return pattern.properties.flatMap((property) => (property.shorthand ? [] : declaredIn(property.value)));
    default:
      return [];
  }
}

const oneWord = {
  create(context) {
    const look = (pattern) => {
      for (const node of declaredIn(pattern))
        for (const [word, better] of UNCLEAR)
          if (word.test(node.name))
            context.report({ node, message: `${node.name}: this word means several things here. Say ${better}.` });
    };
    const ofFunction = (node) => {
      look(node.id);
      node.params.forEach(look);
    };
    return {
      VariableDeclarator: (node) => look(node.id),
      FunctionDeclaration: ofFunction,
      FunctionExpression: ofFunction,
      ArrowFunctionExpression: ofFunction,
      ClassDeclaration: (node) => look(node.id),
      TSInterfaceDeclaration: (node) => look(node.id),
      TSTypeAliasDeclaration: (node) => look(node.id),
    };
  },
};

const unitInName = {
  create(context) {
    return {
      VariableDeclarator({ id, init }) {
        if (id.type !== 'Identifier' || !CONSTANT.test(id.name) || UNIT.test(id.name)) return;
        if (!isOfUnits(init) && !(TIME.test(id.name) && isNumber(init))) return;
        context.report({ node: id, message: `${id.name} has no unit. Say it in the name: _MS, _S, _DAYS, _BYTES …` });
      },
    };
  },
};

// oxlint-disable-next-line import/no-default-export -- plugins are loaded by their default export
export default { meta: { name: 'names' }, rules: { 'one-word': oneWord, 'unit-in-name': unitInName } };
