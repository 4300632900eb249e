/** Reports from the site's own script, and from browsers themselves about the policy. All of them are checked. */
import { z } from 'zod';
import { impersonal, MESSAGE_LENGTH } from 'shared/contracts/impersonal';
import { browserFailures, type BrowserReport } from 'shared/contracts/observed';

/** More than any page has; keeps a report small. */
const FAILURES_MAX = 10;
const REMOTES_MAX = 10;
/** Of more, so many count: somebody may read on and on in one tab. */
const VIEWS_MAX = 100;
/** The longest time that is believed, in milliseconds. */
const TIME_MAX_MS = 600_000;

const name = z.string().max(64);
const release = { remote: name, release: name };
const place = z
  .string()
  .max(200)
  .regex(/^\/(assets|remotes)\/[\w./-]+\.js:\d+:\d+$/);
const views = z
  .int()
  .min(1)
  .transform((count) => Math.min(count, VIEWS_MAX));
/** A longer one is left out and the report counts all the same: the machine may have slept in between. */
const time = z
  .number()
  .min(0)
  .optional()
  .transform((value) => (value !== undefined && value > TIME_MAX_MS ? undefined : value));

const browserReport = z.strictObject({
  composition: z.string().regex(/^[0-9a-f]{12}$/),
  views: z.array(z.strictObject({ ...release, count: views })).max(REMOTES_MAX),
  failures: z
    .array(
      z.strictObject({
        kind: z.enum(browserFailures),
        remote: name.nullable(),
        release: name.nullable(),
        page: z.string().max(200).nullable(),
        message: z.string().max(MESSAGE_LENGTH).transform(inOneLine),
        at: place.nullable(),
      }),
    )
    .max(FAILURES_MAX),
  vitals: z.strictObject({ ...release, lcp: time, inp: time, cls: z.number().min(0).max(1_000).optional() }).nullable(),
});

/** @param body JSON @throws SyntaxError, ZodError */
export function readBrowserReport(body: string): BrowserReport {
  return browserReport.parse(JSON.parse(body)) as BrowserReport;
}

/** Something that a page's policy blocked. */
export interface PolicyReport {
  /** Path of the page. */
  path: string;
  directive: string;
  /** What was blocked: an origin, a file of this site, or a word like `inline`. */
  blocked: string;
  /** Path of the file that requested it, with line and column; null for the page itself, or a third party's file. */
  at: string | null;
}

const text = z.string().max(4_000);
/** https://www.w3.org/TR/CSP3/#deprecated-serialize-violation, as Firefox sends it. */
const deprecated = z.object({
  'csp-report': z.object({
    'document-uri': text,
    'effective-directive': text.optional(),
    'violated-directive': text.optional(),
    'blocked-uri': text.optional(),
    'source-file': text.nullish(),
    'line-number': z.number().nullish(),
    'column-number': z.number().nullish(),
  }),
});
/** https://www.w3.org/TR/reporting-1/#serialize-reports, with whatever else a browser adds. */
const observation = z.looseObject({
  type: z.string(),
  body: z
    .looseObject({
      documentURL: text.optional(),
      effectiveDirective: text.optional(),
      blockedURL: text.nullish(),
      sourceFile: text.nullish(),
      lineNumber: z.number().nullish(),
      columnNumber: z.number().nullish(),
    })
    .nullish(),
});
const batch = z.array(observation).max(100);

/** @param body JSON of type `application/csp-report` or `application/reports+json` @throws SyntaxError, ZodError */
export function readPolicyReports(body: string): PolicyReport[] {
  const sent: unknown = JSON.parse(body);
  // WebKit sends each report by itself, with the type of the deprecated ones.
  const document = observation.safeParse(sent).success ? [sent] : sent;
  if (!Array.isArray(document)) {
    const { 'csp-report': report } = deprecated.parse(document);
    const directive = report['effective-directive'] ?? report['violated-directive'];
    const at = placeOf(report['source-file'], report['line-number'], report['column-number']);
    return [policyReport(report['document-uri'], directive, report['blocked-uri'], at)];
  }
  return batch.parse(document).flatMap(({ type, body: report }) => {
    if (type !== 'csp-violation' || !report) return [];
    const at = placeOf(report.sourceFile, report.lineNumber, report.columnNumber);
    return [policyReport(report.documentURL, report.effectiveDirective, report.blockedURL, at)];
  });
}

function policyReport(page = '', directive = '', blocked: string | null = '', at: string | null = null): PolicyReport {
  return {
    path: URL.canParse(page) ? new URL(page).pathname : '',
    directive: /^[\w-]{1,40}/.exec(directive)?.[0] ?? 'unknown',
    blocked: blockedPart(blocked ?? ''),
    at,
  };
}

/** The part of a URL that identifies nobody: the origin, and the path if it is one of this site's files. */
function blockedPart(blocked: string): string {
  if (!URL.canParse(blocked)) return inOneLine(impersonal(blocked).slice(0, 40));
  const { origin, pathname, protocol } = new URL(blocked);
  if (origin === 'null') return protocol;
  return /^\/(assets|remotes)\//.test(pathname) ? pathname.slice(0, MESSAGE_LENGTH) : origin;
}

function placeOf(file: string | null | undefined, line?: number | null, column?: number | null): string | null {
  if (!file || !URL.canParse(file)) return null;
  const at = `${new URL(file).pathname}:${line ?? 0}:${column ?? 0}`;
  return place.safeParse(at).data ?? null;
}

function inOneLine(message: string): string {
  return impersonal(message.replace(/[\p{Cc}\u2028\u2029]+/gu, ' '));
}
