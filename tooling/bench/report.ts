/** Figures as text. */
import type { Budget, FigureName, Verdict } from './budgets.ts';
import { median, pairedRatio } from './statistics.ts';
import type { Visit } from './visit.ts';

const LABEL_WIDTH = 28;
const COLUMN_WIDTH = 11;

/** One line with the counted figures of a page. */
export function countedLine(page: string, { bytes, requests, longestChain, layoutShift }: Visit): string {
  return (
    `${page.padEnd(10)} JavaScript ${count(bytes.script)} B, document ${count(bytes.document)} B, fonts ${count(bytes.font)} B, ` +
    `other ${count(bytes.other)} B, ${requests} requests, depth ${longestChain.length}, CLS ${shift(layoutShift)}`
  );
}

/** The chain of requests that makes the serial depth, by file names. */
export function chainInWords({ longestChain }: Visit): string {
  return `The chain: ${longestChain.map((url) => new URL(url).pathname.split('/').at(-1) || '/').join(' → ')}.`;
}

/** The table of one page: the site beside its static copy. */
export function pageTable(page: string, site: Visit[], copy: Visit[], verdicts: Verdict[]): string {
  const budgetOf = (figure: FigureName): string => {
    const budget = verdicts.find((verdict) => verdict.figure === figure)?.budget;
    return budget ? budgetInWords(budget) : '';
  };
  const row = (
    label: string,
    format: (value: number) => string,
    of: (visit: Visit) => number,
    budget = '',
    ratio = false,
  ) => {
    const times = ratio ? pairedRatio(site, copy, of).toFixed(2) : '';
    return line(label, format(median(site.map(of))), format(median(copy.map(of))), times, budget);
  };
  return [
    line(page, 'site', 'static', 'ratio', 'budget'),
    row('FCP, ms', round, ({ firstPaint }) => firstPaint, '', true),
    row('LCP, ms', round, ({ largestPaint }) => largestPaint, `ratio ${budgetOf('lcpRatio')}`, true),
    row('document, bytes', count, ({ bytes }) => bytes.document, budgetOf('documentBytes')),
    row('JavaScript, bytes (brotli)', count, ({ bytes }) => bytes.script, budgetOf('scriptBytes')),
    row('fonts, bytes', count, ({ bytes }) => bytes.font),
    row('other, bytes', count, ({ bytes }) => bytes.other),
    row('requests', count, ({ requests }) => requests, budgetOf('requests')),
    row('serial depth', count, ({ longestChain }) => longestChain.length, budgetOf('serialDepth')),
    row('CLS', shift, ({ layoutShift }) => layoutShift, budgetOf('layoutShift')),
    line('hydrated, ms', round(median(site.map(({ hydrated }) => hydrated ?? Number.NaN))), '–', '', ''),
  ].join('\n');
}

function line(label: string, ...cells: [string, string, string, string]): string {
  const [site, copy, ratio, budget] = cells;
  return `${label.padEnd(LABEL_WIDTH)}${[site, copy, ratio].map((cell) => cell.padStart(COLUMN_WIDTH)).join('')}  ${budget}`.trimEnd();
}

const budgetInWords = ({ limit, target }: Budget): string =>
  `≤ ${count(limit)}${target === undefined ? '' : `, target ${count(target)}`}`;

const round = (value: number): string => String(Math.round(value));
const count = (value: number): string => value.toLocaleString('en-GB');
const shift = (value: number): string => (value === 0 ? '0' : value.toFixed(4));
