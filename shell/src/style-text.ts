/**
 * The text of a page's styles. styled-components writes nine bytes between rules, and sixty behind those of a
 * component, for its browser part to read: together a fifth of the styles. In the document they are one, and fifteen.
 */

/** What styled-components puts between rules, and behind what it says of a component. */
export const SPLITTER = '/*!sc*/\n';

/** Stands behind the rules of a component, one in each line. @param names its classes whose rules these are */
export const marker = (id: string, names: string): string => `/*${id} ${names}*/\n`;

/** What styled-components would have written for components without their rules. The numbers only give an order. */
export function namesOnly(text: string): string {
  const markers = [...text.matchAll(/\/\*(\S+) (.*)\*\/\n/g)];
  return markers
    .map(([, id, names], index) => `data-styled.g${index + 1}[id="${id}"]{content:"${names},"}${SPLITTER}`)
    .join('');
}
