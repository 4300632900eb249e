/** The limits in `budgets.json`, and which of them a page keeps. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Comparison } from './compare.ts';
import type { MainThread } from './main-thread.ts';
import { median, pairedRatio } from './statistics.ts';
import type { Visit } from './visit.ts';

export interface Budget {
  /** The largest value that passes. */
  limit: number;
  /** The goal; reported only. */
  target?: number;
}

/**
 * Figures of bytes, requests, shifts and compiled functions are counted, the same on every machine; all others are
 * measured.
 */
export type FigureName =
  | 'scriptBytes'
  | 'documentBytes'
  | 'documentSize'
  | 'documentBeyondCopy'
  | 'requests'
  | 'serialDepth'
  | 'layoutShift'
  | 'compiled'
  | 'scriptRatio'
  | 'fcpRatio'
  | 'lcpRatio'
  | 'mainThreadRatio'
  | 'hydrationTask'
  | 'wordsLcpRatio'
  | 'wordsMainThreadRatio'
  | 'copyLongestTask';

interface BudgetsFile {
  everyPage: Partial<Record<FigureName, Budget>>;
  pages: Record<string, Partial<Record<FigureName, Budget>>>;
}

export interface Verdict {
  figure: FigureName;
  value: number;
  budget: Budget;
  passed: boolean;
  /** One sentence for people: page, figure, value, budget. */
  sentence: string;
}

/**
 * Thousandths, as browsers' tools report it: text beside a swapped font moves by a few pixels without anybody
 * seeing it, which is 0.0002.
 */
const CLS_DECIMALS = 3;
const SHOWN_DECIMALS = 3;

const NAMES: Record<FigureName, { label: string; unit: string }> = {
  scriptBytes: { label: 'JavaScript (brotli)', unit: ' bytes' },
  documentBytes: { label: 'the document (brotli)', unit: ' bytes' },
  documentSize: { label: 'the document (not compressed)', unit: ' bytes' },
  documentBeyondCopy: { label: 'what the document (brotli) has beyond its static copy', unit: ' bytes' },
  requests: { label: 'the number of requests', unit: '' },
  serialDepth: { label: 'the serial depth', unit: '' },
  layoutShift: { label: 'cumulative layout shift', unit: '' },
  compiled: { label: 'the number of functions that the main thread compiles', unit: '' },
  scriptRatio: { label: 'JavaScript as a multiple of what the single-page application needs to hydrate', unit: '' },
  fcpRatio: { label: "FCP as a multiple of the static page's", unit: '' },
  lcpRatio: { label: "LCP as a multiple of the static page's", unit: '' },
  mainThreadRatio: { label: "the main thread's time as a multiple of the static page's", unit: '' },
  hydrationTask: { label: 'the longest task of scripts after the first paint', unit: ' ms' },
  wordsLcpRatio: { label: "the static page's LCP as a multiple of its words'", unit: '' },
  wordsMainThreadRatio: { label: "the static page's main thread as a multiple of its words'", unit: '' },
  copyLongestTask: { label: "the static page's longest task", unit: ' ms' },
};

export async function readBudgets(): Promise<BudgetsFile> {
  return JSON.parse(await readFile(path.join(import.meta.dirname, 'budgets.json'), 'utf8')) as BudgetsFile;
}

/** The counted figures of a page: the worst of its visits. */
export function countedFigures(visits: Visit[]): Partial<Record<FigureName, number>> {
  const worst = (figure: (visit: Visit) => number): number => Math.max(...visits.map(figure));
  return {
    scriptBytes: worst(({ bytes }) => bytes.script),
    documentBytes: worst(({ bytes }) => bytes.document),
    requests: worst(({ requests }) => requests),
    serialDepth: worst(({ longestChain }) => longestChain.length),
    layoutShift: Number(worst(({ layoutShift }) => layoutShift).toFixed(CLS_DECIMALS)),
    compiled: worst(({ mainThread }) => mainThread?.compiled ?? Number.NaN),
  };
}

/**
 * What is measured against the same page in other forms.
 * @param scriptsToHydrate bytes of JavaScript that the single-page application would need for it
 */
export function comparedFigures(
  { site, copy, words }: Comparison,
  scriptsToHydrate: number,
): Partial<Record<FigureName, number>> {
  const busy = ({ mainThread }: Visit) => mainThread?.busy ?? Number.NaN;
  const middle = (visits: Visit[], of: keyof MainThread) =>
    median(visits.map(({ mainThread }) => mainThread?.[of] ?? Number.NaN));
  return {
    scriptRatio: Math.max(...site.map(({ bytes }) => bytes.script)) / scriptsToHydrate,
    fcpRatio: pairedRatio(site, copy, ({ firstPaint }) => firstPaint),
    lcpRatio: pairedRatio(site, copy, ({ largestPaint }) => largestPaint),
    mainThreadRatio: pairedRatio(site, copy, busy),
    hydrationTask: middle(site, 'longestScriptTask'),
    wordsLcpRatio: pairedRatio(copy, words, ({ largestPaint }) => largestPaint),
    wordsMainThreadRatio: pairedRatio(copy, words, busy),
    copyLongestTask: middle(copy, 'longestTask'),
  };
}

/** Judges every figure that has a budget on this page. */
export function judge(page: string, figures: Partial<Record<FigureName, number>>, budgets: BudgetsFile): Verdict[] {
  const limits = { ...budgets.everyPage, ...budgets.pages[page] };
  return (Object.entries(limits) as [FigureName, Budget][]).flatMap(([figure, budget]) => {
    const value = figures[figure];
    if (value === undefined) return [];
    const { label, unit } = NAMES[figure];
    const passed = value <= budget.limit;
    const sentence = `${page}: ${label} is ${inWords(value)}${unit}; the budget is ${inWords(budget.limit)}${unit}.`;
    return [{ figure, value, budget, passed, sentence }];
  });
}

const inWords = (value: number): string => value.toLocaleString('en-GB', { maximumFractionDigits: SHOWN_DECIMALS });
