/** Shapes of the blog calls (docs/api.md; the paths and keys of the first four are the specification's). */

/** One post of a list. */
export interface PostSummary {
  id: number;
  title: string;
  author: string | null;
  /** ISO 8601, UTC. */
  created_at: string;
  /** First words of the text, without markup. */
  excerpt: string;
}

/** A post with its content: sanitised HTML. */
export interface Post {
  id: number;
  title: string;
  /** Sanitised HTML. */
  content: string;
  author: string | null;
  /** ISO 8601, UTC. */
  created_at: string;
}

/** A neighbour of a post. */
export interface PostLink {
  id: number;
  title: string;
}

/** A single post, with its neighbours in time. */
export interface PostDetail extends Post {
  /** ISO 8601, UTC; null if it was never edited. */
  edited_at: string | null;
  /** Published by the visitor who asks. Never in an answer without a session. */
  is_own?: true;
  /** The post published just before, which the list shows below it. */
  older: PostLink | null;
  /** The post published just after. */
  newer: PostLink | null;
}

/**
 * Header of a new post: id of the account that the page says will own it. Answered with 401 `login-required` if nobody
 * is logged in any more, and with 409 `other-account` if another account is. Without it, the session's account owns it.
 */
export const PUBLISH_AS_HEADER = 'publish-as';

/** Answer to a new post. The header `Idempotency-Key` makes a repetition the same post. */
export interface CreatedPost {
  postId: number;
}

/** A post in its owner's list. */
export interface OwnPostSummary {
  id: number;
  title: string;
  /** ISO 8601, UTC. */
  created_at: string;
  edited_at: string | null;
  /** The company has taken it off the site: it can be deleted but not edited. */
  is_hidden: boolean;
}

/** A post as its owner edits it. */
export interface OwnPost extends OwnPostSummary {
  /** Sanitised HTML. */
  content: string;
  author: string | null;
  /** An entity tag, for `If-Match`: changing or deleting the post requires the one that the author has seen. */
  version: string;
}

/** Answer to an edited post. */
export interface EditedPost {
  postId: number;
  version: string;
}

/** Answer to an uploaded image: what goes into an `<img>`. An image that no post uses is deleted after a day. */
export interface StoredImage {
  /** Address on this site. */
  url: string;
  /** Pixels. */
  width: number;
  height: number;
}

export const postCalls = {
  /** GET (`?before=`, `?q=`): {@link PostSummary} array, newest first. POST with HTML content: {@link CreatedPost}. */
  posts: '/api/blogs/posts',
  /**
   * GET: {@link PostDetail}. For its owner, with `If-Match`: PUT with HTML content, {@link EditedPost}; DELETE, 204.
   * 401 without a session, 403 `not-yours`, 412 if it was changed since, 428 without the header.
   */
  post: (id: string | number) => `/api/blogs/posts/${encodeURIComponent(id)}`,
  /** GET (`?before=`): {@link OwnPostSummary} array, newest first; 401 without a session. */
  ownPosts: '/api/blogs/own-posts',
  /** GET: {@link OwnPost}; 404 unless it is the visitor's own. */
  ownPost: (id: string | number) => `/api/blogs/own-posts/${encodeURIComponent(id)}`,
  /** GET: {@link Post} array, newest first. */
  list: '/api/post/getBlog',
  /** POST with plain text content: {@link CreatedPost}. */
  add: '/api/post/postBlog',
  /** POST with the image itself as body (PNG, JPEG, GIF or WebP): {@link StoredImage}. */
  images: '/api/blogs/images',
} as const;

/** The blog for programs; pages link the feeds as `rel="alternate"`, robots.txt names the site map. */
export const postFeeds = {
  /** RSS 2.0, `application/rss+xml`. */
  rss: '/api/blogs/feed.xml',
  /** Atom (RFC 4287), `application/atom+xml`. */
  atom: '/api/blogs/atom.xml',
  /** Index of the posts' site maps. */
  sitemap: '/api/blogs/sitemap.xml',
} as const;
