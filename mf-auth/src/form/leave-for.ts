import { SESSION_CHANGED } from 'shared/contracts/later-choice';

/**
 * Loads another page; until that has loaded, this one stays as busy as it is: a form sent again now would end the
 * session that the first answer began.
 * @param mayLead whether to load it: a visitor who goes elsewhere is not led away from there, and sees who is logged in
 * @param back called when a visitor comes back to this page, which the browser may have kept as it was, or stays
 */
export function leaveFor(url: string, mayLead: () => boolean, back: () => void): void {
  if (!mayLead()) {
    back();
    dispatchEvent(new Event(SESSION_CHANGED));
    return;
  }
  const here = new AbortController();
  // The browser follows links itself now: a page that the router led to would give way to the one that is on its way.
  const leave = (event: Event) => (event.target as Element).closest('a') && event.stopPropagation();
  addEventListener('click', leave, { capture: true, signal: here.signal });
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    here.abort();
    back();
  });
  location.assign(url);
}
