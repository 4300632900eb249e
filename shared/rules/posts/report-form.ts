import type { ReportReason } from '../../contracts/moderation.ts';
import type { FormTable, FormValues } from '../form.ts';

/** A visitor reports a post. */
export const reportForm = {
  reason: { kind: 'choice', label: 'What is wrong with it?', empty: 'Choose what is wrong with the post.' },
  details: { kind: 'text', label: 'What should we know?', max: 1_000, optional: true },
} as const satisfies FormTable;

/** Body of `moderationCalls.reports`. */
export type Report = FormValues<typeof reportForm>;

/** In a visitor's words. */
export const reasonTexts: Record<ReportReason, string> = {
  spam: 'It is spam or advertising',
  abuse: 'It insults, threatens or harasses somebody',
  rights: 'It uses something that belongs to somebody else',
  false: 'It is false and does harm',
  other: 'Something else',
};
