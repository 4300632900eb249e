/** Whether a click means the link itself, here and now: not another tab, a download, or something that was seen to already. */
export function isPlainClick(event: MouseEvent): boolean {
  return !(event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
}
