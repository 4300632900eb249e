import { SESSION_CHANGED } from 'shared/contracts/later-choice';

/**
 * Loads another page; until it is there, this one stays as busy as it is: a form sent again now would end the session
 * that the first answer began.
 * @param mayLead whether to: a visitor who goes elsewhere is not led away from there, and sees who is logged in
 * @param back called when a visitor comes back to this page, which the browser may have kept as it was, or stays
 */
export function leaveFor(url: string, mayLead: () => boolean, back: () => void): void {
  if (!mayLead()) {
    back();
    dispatchEvent(new Event(SESSION_CHANGED));
    return;
  }
  addEventListener('pageshow', ({ persisted }) => persisted && back());
  location.assign(url);
}
