/** Shapes of the blog calls (docs/api.md; the paths and keys are the specification's). */

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

/** Body of `POST /api/blogs/posts` (rich text) and `POST /api/post/postBlog` (plain text). */
export interface NewPost {
  title: string;
  content: string;
  author?: string;
}

/** Answer to a new post. */
export interface CreatedPost {
  postId: number;
}

export const postCalls = {
  /** GET: {@link PostSummary} array, newest first. POST with HTML content: {@link CreatedPost}. */
  posts: '/api/blogs/posts',
  /** GET: {@link Post}. */
  post: (id: string | number) => `/api/blogs/posts/${encodeURIComponent(id)}`,
  /** GET: {@link Post} array, newest first. */
  list: '/api/post/getBlog',
  /** POST with plain text content: {@link CreatedPost}. */
  add: '/api/post/postBlog',
} as const;
