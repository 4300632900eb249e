/** Gives the focus to a part of the page that neither the pointer nor the keyboard could give it to. It scrolls nothing. */
export function bringFocus(place: HTMLElement | null): void {
  place?.setAttribute('tabindex', '-1');
  place?.focus({ preventScroll: true });
}
