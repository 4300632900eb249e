/**
 * Marks a form whose fields the shell fills again when a visitor comes back to its page by the browser's history, as
 * browsers do where each page is loaded. Not for forms with their own draft.
 */
export const KEPT_FIELDS = 'data-kept-fields';
