/**
 * What a rich-text editor keeps in its page, as HTML that means the same anywhere: lists by element and nesting instead of
 * attributes, code in one block, no paragraphs that only make space. It does not make anything safe, see `sanitise.ts`.
 */
import { Element, isTag, isText, Text } from 'domhandler';
import { DomUtils, parseDocument } from 'htmlparser2';

/** Semantic HTML stays as it is. */
export function semanticHtml(html: string): string {
  const document = parseDocument(html);
  const all = (test: (element: Element) => boolean) => DomUtils.filter((node) => isTag(node) && test(node), document) as Element[];
  for (const control of all((element) => hasClass(element, 'ql-ui'))) DomUtils.removeElement(control);
  for (const block of all((element) => hasClass(element, 'ql-code-block-container'))) DomUtils.replaceElement(block, codeOf(block));
  for (const list of all((element) => isList(element) && items(element).some(isMarked))) replaceBy(list, nestedLists(list));
  for (const paragraph of all((element) => element.name === 'p' && isEmpty(element))) DomUtils.removeElement(paragraph);
  unbindSpaces(all((element) => element.childNodes.some(isText)).flatMap((element) => element.childNodes.filter(isText)));
  return DomUtils.getInnerHTML(document, { encodeEntities: 'utf8' });
}

const isList = ({ name }: Element) => name === 'ol' || name === 'ul';
const items = (list: Element) => list.childNodes.filter((node) => isTag(node)).filter(({ name }) => name === 'li');
const classes = ({ attribs }: Element) => (attribs['class'] ?? '').split(/\s+/);
const hasClass = (element: Element, name: string) => classes(element).includes(name);

/** Whether the item says by attributes which list it belongs to. */
function isMarked(item: Element): boolean {
  return item.attribs['data-list'] !== undefined || indentOf(item) > 0;
}

function indentOf(item: Element): number {
  return Number(classes(item).map((name) => /^ql-indent-(\d)$/.exec(name)?.[1]).find(Boolean) ?? 0);
}

/** One flat list with marks, as lists within lists. */
function nestedLists(flat: Element): Element[] {
  const top: Element[] = [];
  /** The list that is open on each level. */
  const open: Element[] = [];
  for (const item of items(flat)) {
    const mark = item.attribs['data-list'];
    const name = mark === undefined ? flat.name : mark === 'ordered' ? 'ol' : 'ul';
    const level = Math.min(indentOf(item), open.length);
    open.length = Math.min(open.length, level + 1);
    if (open[level]?.name !== name) {
      const list = new Element(name, {});
      const above = open[level - 1]?.lastChild;
      if (above && isTag(above)) DomUtils.appendChild(above, list);
      else top.push(list);
      open[level] = list;
    }
    item.attribs = {};
    DomUtils.removeElement(item);
    DomUtils.appendChild(open[level] as Element, item);
  }
  return top;
}

function replaceBy(element: Element, replacements: Element[]): void {
  for (const replacement of replacements) DomUtils.prepend(element, replacement);
  DomUtils.removeElement(element);
}

/** An editor's lines of code as one block. */
function codeOf(container: Element): Element {
  const lines = container.childNodes.filter((node) => isTag(node)).map((line) => DomUtils.textContent(line));
  return new Element('pre', {}, [new Element('code', {}, [new Text(lines.join('\n'))])]);
}

function isEmpty(paragraph: Element): boolean {
  return DomUtils.textContent(paragraph).trim() === '' && DomUtils.getElementsByTagName('img', paragraph).length === 0;
}

/** Some editors write every space as one that does not break. Among ordinary spaces, such a space is meant. */
function unbindSpaces(texts: Text[]): void {
  if (texts.some(({ data }) => data.includes(' '))) return;
  for (const text of texts) text.data = text.data.replaceAll('\u00a0', ' ');
}
