/**
 * Blocks that a post cannot hold, such as `div`. Their content becomes paragraphs: were only the tags left out, the
 * last word of one would run together with the first of the next.
 */
import { type AnyNode, type ChildNode, Element, isTag, isText, type ParentNode, Text } from 'domhandler';
import { DomUtils } from 'htmlparser2';

const namesOf = (names: string): ReadonlySet<string> => new Set(names.split(' '));

const foreign = namesOf(
  'address article aside center dd details dialog div dl dt fieldset footer form header hgroup legend main nav search ' +
    'section summary',
);
const kept = namesOf(
  'h1 h2 h3 h4 h5 h6 p hr blockquote pre ul ol li figure figcaption table caption thead tbody tfoot tr th td',
);
/** Hold no paragraphs. */
const lines = namesOf('h1 h2 h3 h4 h5 h6 p pre');
/** Need no paragraph for what is all that they hold. */
const items = namesOf('li td th figcaption caption');

/** Where a new line begins, among nodes. */
const NEW_LINE = Symbol('new line');
type Part = ChildNode | typeof NEW_LINE;

/** @param hasContent whether a node is text or an image, or holds any */
export function takeForeignBlocksApart(document: ParentNode, hasContent: (node: AnyNode) => boolean): void {
  const blocks = DomUtils.filter((node) => isTag(node) && (foreign.has(node.name) || kept.has(node.name)), document);
  const holders = new Set<AnyNode>();
  for (const block of blocks)
    for (let { parent } = block; parent && !holders.has(parent); { parent } = parent) holders.add(parent);
  const isBlock = (node: AnyNode) => isTag(node) && (kept.has(node.name) || holders.has(node));
  const isForeign = (node: AnyNode): node is Element => isTag(node) && foreign.has(node.name);

  /** What takes a block's place. */
  const partsOf = (block: Element, inLine: boolean, isAll: boolean): Part[] => {
    if (inLine) return [NEW_LINE, ...block.childNodes, NEW_LINE];
    if (isAll && !block.childNodes.some(isBlock)) return block.childNodes;
    const parts: ChildNode[] = [];
    let paragraph: ChildNode[] = [];
    const end = (): void => {
      if (paragraph.some(hasContent)) parts.push(withChildren(new Element('p', {}), paragraph));
      paragraph = [];
    };
    for (const child of block.childNodes) {
      if (isBlock(child)) {
        end();
        parts.push(child);
      } else paragraph.push(child);
    }
    end();
    return parts;
  };

  // Parents in the order of the document: what is within a block has been taken apart before the block is.
  const parents = new Set(blocks.filter(isForeign).map(({ parent }) => parent!));
  for (const parent of [...parents].toReversed()) {
    const line = around(parent, lines);
    const isAll = isTag(parent) && items.has(parent.name) && parent.childNodes.filter(hasContent).length === 1;
    const parts = parent.childNodes.flatMap((child) =>
      isForeign(child) ? partsOf(child, line !== undefined, isAll) : [child],
    );
    withChildren(
      parent,
      withLines(parts, () => (line === 'pre' ? new Text('\n') : new Element('br', {}))),
    );
  }
}

/** The name of the innermost element with one of these names that the node is, or is in. */
function around(node: ParentNode, names: ReadonlySet<string>): string | undefined {
  for (let each: ParentNode | null = node; each; each = each.parent)
    if (isTag(each) && names.has(each.name)) return each.name;
  return undefined;
}

/** Lines begin between nodes, once each. */
function withLines(parts: readonly Part[], newLine: () => ChildNode): ChildNode[] {
  const nodes: ChildNode[] = [];
  let isDue = false;
  for (const part of parts) {
    if (part === NEW_LINE) isDue = nodes.length > 0;
    else if (isText(part) && isDue && part.data.trim() === '') continue;
    else {
      if (isDue) nodes.push(newLine());
      isDue = false;
      nodes.push(part);
    }
  }
  return nodes;
}

/** Gives a node other children, all at once: one by one, thousands would take long. */
export function withChildren<Parent extends ParentNode>(parent: Parent, children: ChildNode[]): Parent {
  for (const [index, child] of children.entries()) {
    child.parent = parent;
    child.prev = children[index - 1] ?? null;
    child.next = children[index + 1] ?? null;
  }
  parent.childNodes = children;
  return parent;
}
