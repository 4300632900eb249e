/** What browsers report about pages to the shell: no cookie, no page's URL, nothing personal. */

/** Where reports are sent, including the browsers' own about the security policy. */
export const OBSERVED_PATH = '/_observed';

/** How something failed in a browser. React recovers from `hydration`: visitors see the page, only later. */
export const browserFailures = ['render', 'error', 'rejection', 'load', 'hydration'] as const;
export type BrowserFailureKind = (typeof browserFailures)[number];

export interface BrowserFailure {
  kind: BrowserFailureKind;
  /** Whose code it was; null if that is unknown, or if it was the shell's. */
  remote: string | null;
  release: string | null;
  /** Path pattern of the page: `/post/:id`. Null for URLs that no remote owns. */
  page: string | null;
  /** As cleaned by `impersonal.ts`. */
  message: string;
  /** Innermost position of the stack in this site's files: `/remotes/mf-blog/<version>/assets/x.js:1:234`. */
  at: string | null;
}

/** Core Web Vitals of one page load: milliseconds, and for the layout shift a score. Absent when there was none. */
export interface Vitals {
  lcp?: number;
  inp?: number;
  cls?: number;
}

/** One report, sent when something failed and when the page is left. */
export interface BrowserReport {
  /** Id of the composition that the page was made of. */
  composition: string;
  /** How often pages of a release were reached without asking the server. */
  views: { remote: string; release: string; count: number }[];
  failures: BrowserFailure[];
  /** Of the release whose page the server rendered. */
  vitals: (Vitals & { remote: string; release: string }) | null;
}
