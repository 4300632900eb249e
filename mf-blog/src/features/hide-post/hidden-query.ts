/** Number of the post that has been hidden just now, in the page's URL. */
export const HIDDEN_QUERY = 'hidden';
