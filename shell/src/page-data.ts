/** What the server leaves in the page for the browser: one JSON data block. */
import type { HydrationState } from 'react-router-dom';
import type { ComposedRemote, Composition } from 'shared/contracts/registry';
import type { RouteHandle } from 'shared/contracts/shell';

export const PAGE_DATA_ID = 'page-data';

export interface PageData {
  composition: Composition;
  /**
   * The release that rendered the page, with the page's own pattern alone; null when no remote owns the path or the
   * owner could not render it.
   */
  remote: ComposedRemote | null;
  /** The remote that owns the path, if it could not render it. */
  unavailable?: string;
  /** The browser is to load that remote itself, from elsewhere than its releases (decision 119). */
  isOverridden?: true;
  /** Layout that the matched page asked for, if it did. */
  layout?: RouteHandle['layout'];
  /** The share of page views whose speed the browser reports. If absent, it reports nothing. */
  observeSample?: number;
  hydration: HydrationState;
}

/** Reads the data block. @throws when the document was not rendered by the shell's server */
export function readPageData(): PageData {
  const text = document.getElementById(PAGE_DATA_ID)?.textContent;
  if (!text) throw new Error('The document carries no page data.');
  return JSON.parse(text) as PageData;
}
