/**
 * Id of the element in which a page says what became of a form. The form's `action` ends in `#` and this id, so that a
 * browser without script scrolls to the element, which may be far down the page. A redirect keeps the fragment. If a
 * page has no element with this id, its summary of wrong fields takes the focus.
 */
export const ANSWER_ID = 'answer';
