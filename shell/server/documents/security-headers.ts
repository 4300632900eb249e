/**
 * Every page's policy, in addition to the headers of both servers (`shared/node/http/security-headers.ts`);
 * docs/architecture.md explains it under "Security".
 */
import { createHash } from 'node:crypto';
import { OBSERVED_PATH } from 'shared/contracts/observed';

/** For answers that are not pages and have no policy of their own: files, documents, refusals. None may be framed. */
export const POLICY_BESIDE_PAGES = "object-src 'none'; base-uri 'none'; frame-ancestors 'none'";

/** Texts of scripts and styles that are in a page itself, as the browser sees them. */
export interface InlineTexts {
  scripts: readonly string[];
  styles: readonly string[];
}

/**
 * Where this site's scripts and style sheets come from, on any host; no one else can write to anything below. A source
 * with http: also matches https:. Without its scheme, WebKit would match it with no host (decision 145).
 */
const FOLDERS = 'http://*:*/assets/ http://*:*/remotes/';

/** The text of the empty element that styled-components adds, into which it then inserts its rules. */
const EMPTY = '';

const ENDPOINT = 'observed';
/** Value of `Reporting-Endpoints`, which says where {@link ENDPOINT} is. */
export const REPORTING_ENDPOINTS = `${ENDPOINT}="${OBSERVED_PATH}"`;
/** Browsers that know `report-to` ignore `report-uri`. */
const REPORTS = `report-to ${ENDPOINT}; report-uri ${OBSERVED_PATH}`;

/**
 * Two policies that must both agree: a source is either this origin or some folders, never both. The second names the
 * folders on any host, so that a page does not depend on the name by which the visitor reached the site.
 * @param reports whether browsers report what they block
 * @param others origins that this visitor's modules come from, too (decision 119)
 */
export function contentSecurityPolicies(
  { scripts, styles }: InlineTexts,
  reports: boolean,
  others: readonly string[] = [],
): string[] {
  const from = others.map((origin) => ` ${origin}`).join('');
  // Development servers announce over a socket what was edited.
  const sockets = others.map((origin) => ` ${origin.replace(/^http/, 'ws')}`).join('');
  const scriptHashes = hashSources(scripts);
  const styleHashes = hashSources([...styles, EMPTY]);
  const page = [
    "default-src 'none'",
    `script-src 'self'${from} ${scriptHashes}`,
    `style-src 'self'${from} ${styleHashes}`,
    "img-src 'self' data: http: https:",
    `font-src 'self'${from}`,
    `connect-src 'self'${from}${sockets}`,
    "manifest-src 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types app default',
  ].join('; ');
  const ours = `script-src ${FOLDERS}${from} ${scriptHashes}; style-src ${FOLDERS}${from} ${styleHashes}`;
  return reports ? [page, ours].map((policy) => `${policy}; ${REPORTS}`) : [page, ours];
}

function hashSources(texts: readonly string[]): string {
  const sources = texts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
  return [...new Set(sources)].join(' ');
}
