/**
 * A lint rule: colours are written in `shared/theme/tokens.ts` and nowhere else. It looks where CSS is written (tagged
 * templates, and templates that hold declarations) and at the colour attributes of SVG.
 */

const MESSAGE =
  'is a raw colour. Use a variable of the theme, var(--text) for example, so that it is right in both themes; new values go into shared/theme/tokens.ts.';

const NAMED =
  'aliceblue|antiquewhite|aqua|aquamarine|azure|beige|bisque|black|blanchedalmond|blue|blueviolet|brown|burlywood|' +
  'cadetblue|chartreuse|chocolate|coral|cornflowerblue|cornsilk|crimson|cyan|dark\\w+|deeppink|deepskyblue|dim\\w+|' +
  'dodgerblue|firebrick|floralwhite|forestgreen|fuchsia|gainsboro|ghostwhite|gold|goldenrod|gr[ae]y|green|greenyellow|' +
  'honeydew|hotpink|indianred|indigo|ivory|khaki|lavender|lavenderblush|lawngreen|lemonchiffon|light\\w+|lime|limegreen|' +
  'linen|magenta|maroon|medium\\w+|midnightblue|mintcream|mistyrose|moccasin|navajowhite|navy|oldlace|olive|olivedrab|' +
  'orange|orangered|orchid|pale\\w+|papayawhip|peachpuff|peru|pink|plum|powderblue|purple|rebeccapurple|red|rosybrown|' +
  'royalblue|saddlebrown|salmon|sandybrown|seagreen|seashell|sienna|silver|skyblue|slateblue|slategr[ae]y|snow|' +
  'springgreen|steelblue|tan|teal|thistle|tomato|turquoise|violet|wheat|white|whitesmoke|yellow|yellowgreen';
const HEX = '#(?:[0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3,4})(?![\\w-])';
const FUNCTION = '(?<![\\w-])(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\\([^)]*\\)?';

const COLOUR = new RegExp(`${HEX}|${FUNCTION}|(?<![\\w-])(?:${NAMED})(?![\\w(-])`, 'i');
/** A declaration's value: what is between the colon and its end. Strings and URLs are no colours. */
const VALUE = /[\w-]+\s*:(?!:)([^;{}]*)(?=[;}]|$)/g;
const DECLARATION = /(?:^|[{;])\s*[\w-]+\s*:[^;{}]+;/;
const TAGS = /^(?:styled|css|keyframes|createGlobalStyle)$/;
const ATTRIBUTES = new Set(['fill', 'stroke', 'color', 'stopColor', 'floodColor', 'lightingColor']);

/** The tag's own name: `styled` of `styled(Link)<Look>` and of `styled.div`. */
function tagName(node) {
  if (node.type === 'Identifier') return node.name;
  if (node.type === 'CallExpression') return tagName(node.callee);
  return node.object ? tagName(node.object) : '';
}

/** The first raw colour in CSS text, or undefined. */
function rawColour(css) {
  const bare = css.replace(/\/\*[^]*?\*\/|"[^"]*"|'[^']*'|url\([^)]*\)/g, '');
  for (const [, value] of bare.matchAll(VALUE)) {
    const found = COLOUR.exec(value);
    if (found) return found[0];
  }
  return undefined;
}

const rule = {
  create(context) {
    const report = (node, colour) => colour && context.report({ node, message: `${colour} ${MESSAGE}` });
    let styles = 0;
    return {
      TaggedTemplateExpression(node) {
        if (TAGS.test(tagName(node.tag))) styles++;
      },
      'TaggedTemplateExpression:exit'(node) {
        if (TAGS.test(tagName(node.tag))) styles--;
      },
      TemplateLiteral(node) {
        // Interpolated values are looked at by themselves; here an `x` replaces each.
        const css = node.quasis.map(({ value }) => value.raw).join('x');
        if (styles > 0 || DECLARATION.test(css)) report(node, rawColour(css));
      },
      Literal(node) {
        if (typeof node.value !== 'string') return;
        if (styles > 0) report(node, rawColour(node.value));
      },
      JSXAttribute(node) {
        if (ATTRIBUTES.has(node.name.name) && node.value?.type === 'Literal')
          report(node, COLOUR.exec(node.value.value)?.[0]);
      },
    };
  },
};

// oxlint-disable-next-line import/no-default-export -- plugins are loaded by their default export
export default { meta: { name: 'theme' }, rules: { 'no-raw-colours': rule } };
