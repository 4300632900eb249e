/** One of the site's own articles. Its id never changes: pages link to `/post/{id}`. */
export interface Article {
  id: number;
  title: string;
  author: string | null;
  /** ISO 8601, UTC. */
  created_at: string;
  excerpt: string;
  /** HTML within the allow-list of `features/posts/html/sanitise.ts`. */
  content: string;
}
