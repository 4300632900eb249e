/**
 * Where a page says what became of a form. The form's `action` ends in `#` and this, so that a browser without script
 * shows the place, which may stand far below the page's top. A redirect keeps the fragment, and a page without an
 * element of this id lets its summary of wrong fields have the focus.
 */
export const ANSWER_ID = 'answer';
