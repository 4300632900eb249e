/** Shapes of the calls by which visitors report posts, and the company hides them (docs/api.md, "Moderation"). */

/** What may be wrong with a post. */
export const reportReasons = ['spam', 'abuse', 'rights', 'false', 'other'] as const;

export type ReportReason = (typeof reportReasons)[number];

/** Answer with status 202 to a report; what happens next is up to the company. */
export interface ReportReceipt {
  status: 'accepted';
}

/** The post that a mailed link is about. */
export interface LinkedPost {
  id: number;
  title: string;
  author: string | null;
  excerpt: string;
}

/** Answer to hiding a post. */
export interface HiddenPost {
  id: number;
}

/** Header of the call that hides a post: the number of the post that the page shows. */
export const POST_HEADER = 'for-post';

export const moderationCalls = {
  /** POST `Report`: 202 {@link ReportReceipt}; 404 if there is no such post. No account is needed. */
  reports: (id: string | number) => `/api/blogs/posts/${encodeURIComponent(id)}/reports`,
  /**
   * Allowed by the mailed link's cookie. GET: {@link LinkedPost}. POST hides it: {@link HiddenPost}. 410: old or used
   * link. 412 `precondition-failed`: another tab has opened the link of another post than that of {@link POST_HEADER}.
   */
  hiding: '/api/blogs/hiding',
} as const;

/** GET, mailed: moves the token from the URL into a cookie and leads to the page that asks for confirmation. */
export const hideLink = '/api/blogs/hide';
