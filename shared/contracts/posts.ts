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

/** A post beside another one. */
export interface PostLink {
  id: number;
  title: string;
}

/** A post alone, with the posts beside it in time. */
export interface PostDetail extends Post {
  /** The post published just before, which the list shows below it. */
  older: PostLink | null;
  /** The post published just after. */
  newer: PostLink | null;
}

/** Answer to a new post. The header `Idempotency-Key` makes a repetition the same post. */
export interface CreatedPost {
  postId: number;
}

/** Answer to a picture: what goes into an `<img>`. A picture that no post uses is deleted after a day. */
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
  /** GET: {@link PostDetail}. */
  post: (id: string | number) => `/api/blogs/posts/${encodeURIComponent(id)}`,
  /** GET: {@link Post} array, newest first. */
  list: '/api/post/getBlog',
  /** POST with plain text content: {@link CreatedPost}. */
  add: '/api/post/postBlog',
  /** POST with the picture itself as body (PNG, JPEG, GIF or WebP): {@link StoredImage}. */
  images: '/api/blogs/images',
} as const;

/** The blog for programs; pages name the feeds as `rel="alternate"`, robots.txt names the site map. */
export const postFeeds = {
  /** RSS 2.0, `application/rss+xml`. */
  rss: '/api/blogs/feed.xml',
  /** Atom (RFC 4287), `application/atom+xml`. */
  atom: '/api/blogs/atom.xml',
  /** Index of the posts' site maps. */
  sitemap: '/api/blogs/sitemap.xml',
} as const;
