import type { Headers } from './request.ts';

/** What is odd about a request; all else is as the route expects it. */
export interface Odd {
  kind: string;
  name: string;
  method?: string;
  /** Path and query instead of the route's own. */
  target?: string;
  headers?: Headers;
  body?: string | Buffer;
  unfinished?: boolean;
}
