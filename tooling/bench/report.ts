/** Figures as text. */
import type { Budget, FigureName, Verdict } from './budgets.ts';
import type { Comparison } from './compare.ts';
import { median, pairedRatio } from './statistics.ts';
import type { Visit } from './visit.ts';

const LABEL_WIDTH = 30;
const COLUMN_WIDTH = 13;

/** One line with the counted figures of a page. */
export function countedLine(page: string, { bytes, requests, longestChain, layoutShift, mainThread }: Visit): string {
  return (
    `${page.padEnd(10)} JavaScript ${count(bytes.script)} B, document ${count(bytes.document)} B, fonts ${count(bytes.font)} B, ` +
    `other ${count(bytes.other)} B, ${requests} requests, depth ${longestChain.length}, CLS ${shift(layoutShift)}, ` +
    `${mainThread?.compiled} functions compiled`
  );
}

/** The chain of requests that makes the serial depth, by file names. */
export function chainInWords({ longestChain }: Visit): string {
  return `The chain: ${longestChain.map((url) => new URL(url).pathname.split('/').at(-1) || '/').join(' → ')}.`;
}

interface Row {
  label: string;
  format: (value: number) => string;
  of: (visit: Visit) => number;
  /** Figures whose budgets are shown. */
  figures?: FigureName[];
  /** Whether ratios mean anything. */
  ratios?: true;
  /** The application requests modules through elements that it makes, which do not tell who made them. */
  unknownOfSinglePage?: true;
}

const rows: Row[] = [
  { label: 'FCP, ms', format: round, of: ({ firstPaint }) => firstPaint, figures: ['fcpRatio'], ratios: true },
  {
    label: 'LCP, ms',
    format: round,
    of: ({ largestPaint }) => largestPaint,
    figures: ['lcpRatio', 'wordsLcpRatio'],
    ratios: true,
  },
  {
    label: 'main thread, ms',
    format: round,
    of: ({ mainThread }) => mainThread?.busy ?? Number.NaN,
    figures: ['mainThreadRatio', 'wordsMainThreadRatio'],
    ratios: true,
  },
  { label: '  left out: of the tools, ms', format: round, of: ({ mainThread }) => mainThread?.tools ?? Number.NaN },
  {
    label: 'longest task, ms',
    format: round,
    of: ({ mainThread }) => mainThread?.longestTask ?? Number.NaN,
    figures: ['copyLongestTask'],
  },
  {
    label: '  after the first paint, ms',
    format: round,
    of: ({ mainThread }) => mainThread?.longestTaskAfterPaint ?? Number.NaN,
  },
  {
    label: '  … in which scripts ran, ms',
    format: round,
    of: ({ mainThread }) => mainThread?.longestScriptTask ?? Number.NaN,
    figures: ['hydrationTask'],
  },
  {
    label: 'functions that it compiles',
    format: count,
    of: ({ mainThread }) => mainThread?.compiled ?? Number.NaN,
    figures: ['compiled'],
  },
  { label: 'hydrated, ms', format: round, of: ({ hydrated }) => hydrated ?? Number.NaN, ratios: true },
  {
    label: 'JavaScript, bytes (brotli)',
    format: count,
    of: ({ bytes }) => bytes.script,
    figures: ['scriptBytes'],
    ratios: true,
  },
  { label: 'document, bytes', format: count, of: ({ bytes }) => bytes.document, figures: ['documentBytes'] },
  { label: 'fonts, bytes', format: count, of: ({ bytes }) => bytes.font },
  { label: 'other, bytes', format: count, of: ({ bytes }) => bytes.other },
  { label: 'requests', format: count, of: ({ requests }) => requests, figures: ['requests'] },
  {
    label: 'serial depth',
    format: count,
    of: ({ longestChain }) => longestChain.length,
    figures: ['serialDepth'],
    unknownOfSinglePage: true,
  },
  { label: 'CLS', format: shift, of: ({ layoutShift }) => layoutShift, figures: ['layoutShift'] },
];

/**
 * The table of one page: the site, the same as static HTML, that without its looks, and the single-page application.
 * @param scriptsToHydrate bytes of JavaScript that the application would need if it were rendered on a server
 */
export function pageTable(comparison: Comparison, verdicts: Verdict[], scriptsToHydrate: number): string {
  const { page, site, copy, words, singlePage } = comparison;
  const budgetsOf = (figures: FigureName[] = []): string =>
    figures
      .flatMap((figure) => verdicts.filter((verdict) => verdict.figure === figure))
      .map(({ figure, budget }) => `${SHORT[figure] ?? ''}${budgetInWords(budget)}`)
      .join('; ');
  const hydrating = median(site.map(({ bytes }) => bytes.script)) / scriptsToHydrate;
  return [
    line(page, ['site', 'static', 'words', 'single page', 'site/static', 'static/words', 'site/single']),
    ...rows.map(({ label, format, of, figures, ratios, unknownOfSinglePage }) =>
      line(
        label,
        [
          ...[site, copy, words].map((visits) => format(median(visits.map(of)))),
          unknownOfSinglePage ? '–' : format(median(singlePage.map(of))),
          ...[[site, copy] as const, [copy, words] as const, [site, singlePage] as const].map(([first, second]) =>
            ratios ? ratio(pairedRatio(first, second, of)) : '',
          ),
        ],
        budgetsOf(figures),
      ),
    ),
    line(
      '  needed to hydrate',
      ['', '', '', count(scriptsToHydrate), '', '', ratio(hydrating)],
      budgetsOf(['scriptRatio']),
    ),
  ].join('\n');
}

/** What a budget is about, where a row has more than one. */
const SHORT: Partial<Record<FigureName, string>> = {
  fcpRatio: 'site/static ',
  lcpRatio: 'site/static ',
  mainThreadRatio: 'site/static ',
  wordsLcpRatio: 'static/words ',
  wordsMainThreadRatio: 'static/words ',
  copyLongestTask: 'static ',
  hydrationTask: 'site ',
  scriptRatio: 'site/single ',
};

function line(label: string, cells: string[], budget = ''): string {
  return `${label.padEnd(LABEL_WIDTH)}${cells.map((cell) => cell.padStart(COLUMN_WIDTH)).join('')}  ${budget}`.trimEnd();
}

const budgetInWords = ({ limit, target }: Budget): string =>
  `≤ ${count(limit)}${target === undefined ? '' : `, target ${count(target)}`}`;

function round(value: number): string {
  return Number.isNaN(value) ? '–' : String(Math.round(value));
}

function count(value: number): string {
  return value.toLocaleString('en-GB');
}

function shift(value: number): string {
  return value === 0 ? '0' : value.toFixed(4);
}

function ratio(value: number): string {
  return Number.isFinite(value) ? value.toFixed(2) : '–';
}
