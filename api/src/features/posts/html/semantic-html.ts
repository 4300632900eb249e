/**
 * Turns what a rich-text editor keeps in its page into HTML that means the same anywhere: lists by element and nesting
 * instead of attributes, code in one block, no paragraphs that only make space. Safety is the task of `sanitise.ts`.
 */
import { type AnyNode, type ChildNode, Element, isTag, isText, type ParentNode, Text } from 'domhandler';
import { DomUtils, parseDocument } from 'htmlparser2';
import { takeForeignBlocksApart, withChildren } from './foreign-blocks.ts';

/** Elements that no browser shows and no post can hold. Written out, their text would be markup to the next parser. */
const invisible = new Set(['script', 'style', 'iframe', 'noembed', 'noframes']);

/** Elements that parsers read by special rules, which differ between parsers, and the ordinary elements they become. */
const plainNames: Record<string, string> = Object.assign(Object.create(null), {
  xmp: 'pre',
  plaintext: 'pre',
  noscript: 'span',
  svg: 'span',
  math: 'span',
});

/** Semantic HTML stays as it is. */
export function semanticHtml(html: string): string {
  const document = parseDocument(html);
  const all = (test: (element: Element) => boolean) =>
    DomUtils.filter((node) => isTag(node) && test(node), document) as Element[];
  for (const element of all(({ name }) => name in plainNames)) element.name = plainNames[element.name] as string;
  removeAll(all((element) => invisible.has(element.name) || hasClass(element, 'ql-ui')));
  for (const block of outermost(document, (element) => hasClass(element, 'ql-code-block-container')))
    DomUtils.replaceElement(block, codeOf(block));
  for (const list of all((element) => isList(element) && items(element).some(isMarked)))
    replaceBy(list, nestedLists(list));
  const holders = withContent(DomUtils.filter(isContent, document));
  takeForeignBlocksApart(document, (node) => isContent(node) || holders.has(node as ParentNode));
  const filled = withContent(DomUtils.filter(isContent, document));
  removeAll(all((element) => element.name === 'p' && !filled.has(element)));
  unbindSpaces(
    all((element) => element.childNodes.some(isText)).flatMap((element) => element.childNodes.filter(isText)),
  );
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
  return Number(
    classes(item)
      .map((name) => /^ql-indent-(\d)$/.exec(name)?.[1])
      .find(Boolean) ?? 0,
  );
}

/** Turns one flat list with marks into lists within lists. */
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
    // The flat list is thrown away: to take each item out of it, all that follow would be moved.
    item.parent = null;
    DomUtils.appendChild(open[level] as Element, item);
  }
  return top;
}

function replaceBy(element: Element, replacements: Element[]): void {
  for (const replacement of replacements) DomUtils.prepend(element, replacement);
  DomUtils.removeElement(element);
}

/** Elements that are in no other one of their kind: what is in one becomes its text. */
function outermost(parent: ParentNode, test: (element: Element) => boolean): Element[] {
  return parent.childNodes
    .filter((node) => isTag(node))
    .flatMap((element) => (test(element) ? [element] : outermost(element, test)));
}

/** An editor's lines of code as one block. */
function codeOf(container: Element): Element {
  const lines = container.childNodes.filter((node) => isTag(node)).map((line) => DomUtils.textContent(line));
  return new Element('pre', {}, [new Element('code', {}, [new Text(lines.join('\n'))])]);
}

/** An image, or text that can be seen. */
function isContent(node: AnyNode): boolean {
  return isText(node) ? node.data.trim() !== '' : isTag(node) && node.name === 'img';
}

/** Everything that holds one of `contents`, however deep. */
function withContent(contents: AnyNode[]): Set<ParentNode> {
  const found = new Set<ParentNode>();
  for (const content of contents) {
    for (let { parent } = content; parent && !found.has(parent); { parent } = parent) found.add(parent);
  }
  return found;
}

/** Takes elements out, each parent's in one go: one by one, thousands among thousands would take long. */
function removeAll(elements: Element[]): void {
  const gone = new Set<ChildNode>(elements);
  for (const parent of new Set(elements.map((element) => element.parent))) {
    if (!parent) continue;
    withChildren(
      parent,
      parent.childNodes.filter((child) => !gone.has(child)),
    );
  }
}

/** Some editors write every space as a non-breaking one. Among ordinary spaces, a non-breaking one is deliberate. */
function unbindSpaces(texts: Text[]): void {
  if (texts.some(({ data }) => data.includes(' '))) return;
  for (const text of texts) text.data = text.data.replaceAll('\u00a0', ' ');
}
