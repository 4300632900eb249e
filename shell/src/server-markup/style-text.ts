/**
 * The text of a page's styles. For its browser part to read, styled-components writes nine bytes between rules and
 * sixty after those of a component: together a fifth of the styles. In the document it is one byte, plus five for
 * the component's id.
 */

/** What styled-components writes between rules, and after what it says about a component. */
export const SPLITTER = '/*!sc*/\n';

/** The first class in a rule, which in nearly every rule is its own. */
const FIRST_CLASS = /\.([a-z][\w-]*)/i;
const MARKER = /\/\*(\S+?)(?: (.*?))?\*\//g;

/** The first class in a rule, by which browsers find its name. */
export const firstClass = (rule: string): string | undefined => FIRST_CLASS.exec(rule)?.[1];

/**
 * Comes after the rules of a component, which have one line each.
 * @param names the component's classes that these rules are for, unless each is the first class in its rule
 */
export const marker = (id: string, names = ''): string => `/*${id}${names && ` ${names}`}*/`;

/** The names of components' rules, in the order of the components. */
export type Names = [id: string, names: string[]][];

/**
 * The same for a file, whose comments browsers do not keep: its last rule, which matches nothing. It has all names, as
 * to ask the browser for each rule of a file takes ten times as long.
 */
export const namesRule = (names: Names): string =>
  `_{--names:${names.map(([id, own]) => [id, ...own].join()).join(' ')}}\n`;

/** The names in a file that ends with a {@link namesRule}. */
export function namesOfFile({ cssRules }: CSSStyleSheet): Names {
  const { style } = cssRules[cssRules.length - 1] as CSSStyleRule;
  const groups = style.getPropertyValue('--names').trim().split(' ');
  return groups.map((group) => {
    const [id, ...names] = group.split(',');
    return [id!, names];
  });
}

/** The names in the styles of a document. */
export function namesOf(text: string): Names {
  let begin = 0;
  return [...text.matchAll(MARKER)].map(({ index, 0: { length }, 1: id, 2: given }) => {
    const names = given?.split(',') ?? namesIn(text.slice(begin, index));
    begin = index + length;
    return [id!, names];
  });
}

const namesIn = (rules: string): string[] => {
  const names = rules.trimEnd().split('\n').map(firstClass);
  return [...new Set(names as string[])];
};
