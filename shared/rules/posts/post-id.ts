/** Numbers of posts, as in URLs. */

/** Largest one that both databases hold. */
export const POST_ID_MAX = 2 ** 31 - 1;
/** How one is written. */
export const POST_ID = /^[1-9]\d{0,9}$/;

/** Whether a post can have this number. */
export function isPostId(text: string): boolean {
  return POST_ID.test(text) && Number(text) <= POST_ID_MAX;
}
