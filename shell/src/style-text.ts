/**
 * The text of a page's styles. styled-components writes nine bytes between rules, and sixty behind those of a
 * component, for its browser part to read: together a fifth of the styles. In the document they are one, and five
 * beside the component's id.
 */

/** What styled-components puts between rules, and behind what it says of a component. */
export const SPLITTER = '/*!sc*/\n';

/** The first class in a rule: its own, in nearly every rule. */
const FIRST_CLASS = /\.([a-z][\w-]*)/i;
const MARKER = /\/\*(\S+?)(?: (.*?))?\*\//g;

/** The first class in a rule, by which browsers find its name. */
export const firstClass = (rule: string): string | undefined => FIRST_CLASS.exec(rule)?.[1];

/**
 * Stands behind the rules of a component, one in each line.
 * @param names its classes whose rules these are, unless they are the rules' first ones
 */
export const marker = (id: string, names = ''): string => `/*${id}${names && ` ${names}`}*/`;

/** The same in a file, of which browsers keep no comments: a rule that matches nothing. */
export const markerRule = (id: string, names = ''): string => `_{--id:${id}${names && ` ${names}`}}\n`;

/** What {@link namesOf} reads, of a file with {@link markerRule}s. */
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
