/**
 * The text of a page's styles. For its browser part to read, styled-components writes nine bytes between rules and
 * sixty after those of a component: together a fifth of the styles. In the document it is one byte, and five besides
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
 * Stands after the rules of a component, which have one line each.
 * @param names the component's classes that these rules are for, unless each is the first class in its rule
 */
export const marker = (id: string, names = ''): string => `/*${id}${names && ` ${names}`}*/`;

/** The same for a file, whose comments browsers do not keep: a rule that matches nothing. */
export const markerRule = (id: string, names = ''): string => `_{--id:${id}${names && ` ${names}`}}\n`;

/** The text that {@link namesOf} reads, from a file with {@link markerRule}s. */
export function textOfFile({ cssRules }: CSSStyleSheet): string {
  return [...cssRules]
    .map((rule) => {
      const { style, selectorText = rule.cssText } = rule as Partial<CSSStyleRule> & CSSRule;
      const id = style?.getPropertyValue('--id').trim();
      return id ? `/*${id}*/` : `.${firstClass(selectorText)}\n`;
    })
    .join('');
}

/** The names of the rules in a page's styles, by component, in the order of the components. */
export function namesOf(text: string): [id: string, names: string[]][] {
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
