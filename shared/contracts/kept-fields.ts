/**
 * Marks a form whose fields the shell fills again when a visitor comes back to its page by the browser's history, as
 * browsers do where each page is loaded. Not for forms with their own draft.
 */
export const KEPT_FIELDS = 'data-kept-fields';

/**
 * Its value where what is being sent is kept, too: the form is empty once that has arrived, even after it has left the
 * page. Forms of earlier releases may not be.
 */
export const TILL_SENT = 'till-sent';
