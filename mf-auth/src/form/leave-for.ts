/**
 * Loads another page; until it is there, this one stays as busy as it is: a form sent again now would end the session
 * that the first answer began.
 * @param back called when a visitor comes back to this page, which the browser may have kept as it was
 */
export function leaveFor(url: string, back: () => void): void {
  addEventListener('pageshow', ({ persisted }) => persisted && back());
  location.assign(url);
}
