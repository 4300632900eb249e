/** Whether a click follows the link itself, here and now: not in another tab, no download, not handled already. */
export function isPlainClick(event: MouseEvent): boolean {
  return !(event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
}
