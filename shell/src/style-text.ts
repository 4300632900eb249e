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

/** What styled-components would have written for components without their rules. The numbers only give an order. */
export function namesOnly(text: string): string {
  let begin = 0;
  return [...text.matchAll(MARKER)]
    .map(({ index, 0: { length }, 1: id, 2: given }, group) => {
      const names = given ?? namesIn(text.slice(begin, index));
      begin = index + length;
      return `data-styled.g${group + 1}[id="${id}"]{content:"${names},"}${SPLITTER}`;
    })
    .join('');
}

const namesIn = (rules: string): string => [...new Set(rules.trimEnd().split('\n').map(firstClass))].join(',');
