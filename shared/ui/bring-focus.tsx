/** Focuses a part of the page that pointer and keyboard cannot focus, without scrolling. */
export function bringFocus(place: HTMLElement | null): void {
  place?.setAttribute('tabindex', '-1');
  place?.focus({ preventScroll: true });
}
