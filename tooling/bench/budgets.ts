/** The limits in `budgets.json`, and which of them a page keeps. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pairedRatio } from './statistics.ts';
import type { Visit } from './visit.ts';

export interface Budget {
  /** The largest value that passes. */
  limit: number;
  /** What it is meant to become; reported only. */
  target?: number;
}

/** Counted figures are the same on every machine; the ratio of the two LCPs is measured. */
export type FigureName =
  | 'scriptBytes'
  | 'documentBytes'
  | 'documentSize'
  | 'requests'
  | 'serialDepth'
  | 'layoutShift'
  | 'lcpRatio';

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
  requests: { label: 'the number of requests', unit: '' },
  serialDepth: { label: 'the serial depth', unit: '' },
  layoutShift: { label: 'cumulative layout shift', unit: '' },
  lcpRatio: { label: 'LCP as a multiple of the static page', unit: '' },
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
  };
}

/** LCP of the site as a multiple of the static copy's. */
export function lcpRatio(site: Visit[], copy: Visit[]): number {
  return pairedRatio(site, copy, ({ largestPaint }) => largestPaint);
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
