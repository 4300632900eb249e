/** Turns a rendered page into one HTML document, adding what only the server knows. */
import type { FastifyInstance } from 'fastify';
import type { Integrity } from 'shared/contracts/registry';
import type * as EntryServer from '../../src/entry-server.tsx';
import { inlineJson } from 'shared/contracts/inline-json';
import type { PageData } from '../../src/page-data.ts';
import type { LaterRules } from './later-rules.ts';

export interface DocumentParts {
  page: EntryServer.RenderedPage;
  /** Without the loaders' data, which `page` carries. */
  data: Omit<PageData, 'hydration'>;
  /** Addresses of the remote's modules and style sheets that the page needs. */
  files: string[];
  /** Hashes of the remote's modules that may be loaded while the page is shown, by URL. */
  integrity: Record<string, Integrity>;
  /** Hashes of all modules of all remotes of the composition, by URL. */
  composed: Record<string, Integrity>;
  /** Other origins that modules of this visitor's remotes come from. */
  others: readonly string[];
}

export interface PageDocument {
  /** Ready to be sent. */
  html: string;
  /** Its policies, as values of `Content-Security-Policy`. */
  policies: string[];
}

/**
 * How the shell's own part renders, and how its documents are put together: from the build in production (`html.ts`),
 * through Vite in development (`tooling/development/vite-documents.ts`).
 */
export interface DocumentAssembler {
  /** The shell's entry that renders pages at the moment. */
  entry(): Promise<typeof EntryServer>;
  /** The complete document. @param path of the page */
  assemble(parts: DocumentParts, path: string): Promise<PageDocument>;
  /** Folder of `favicon.svg` and of `assets/`, which the documents name. */
  clientDirectory: string;
  /** Rules that documents have in files; in development all rules are in the document. */
  laterRules?: LaterRules;
  /** Whether the shell's sources change while it runs, so that no page can be kept. */
  changes?: true;
  /** Is given the server before that has any route of its own. */
  attach?(app: FastifyInstance): Promise<void>;
}

/**
 * @param head ends the head @param start begins the body @param below begins its later part @param end ends the body,
 * after the page's data
 */
export function documentOf(
  { page, data }: DocumentParts,
  dataId: string,
  { head, start, below = '', end }: { head: string; start: string; below?: string; end: string },
): string {
  // The loaders' data is already text: it may come from another thread.
  const json = `${inlineJson(data).slice(0, -1)},"hydration":${page.hydration}}`;
  const block = `<script type="application/json" id="${dataId}">${json}</script>`;
  return (
    page.html
      .replace('</head>', () => `${head}</head>`)
      .replace(/<body\b[^>]*>/, (body) => body + start)
      // The quotes tell it from a visitor's words in another attribute.
      .replace(/<[^<>]* data-below=""[^<>]*>/, (later) => later + below)
      .replace('</body>', () => `${block}${end}</body>`)
  );
}
