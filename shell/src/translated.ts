/**
 * Browsers that translate a page put elements in place of its texts. React does not know: a text that it then takes
 * out, or puts something before, is no longer there, and the whole part of the page would end with an error (decision
 * 156). With this, at worst an old word stays. Anything else that is not where it belongs is a fault, and stays an
 * error.
 */
export function bearTranslation(): void {
  const { removeChild, insertBefore } = Node.prototype;
  const isTakenFrom = (parent: Node, node: Node | null) => node instanceof Text && node.parentNode !== parent;
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    return isTakenFrom(this, child) ? child : (removeChild.call(this, child) as T);
  };
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
    return insertBefore.call(this, node, isTakenFrom(this, before) ? null : before) as T;
  };
}
