import type { FieldProblem } from '../contracts/problem.ts';

/** The messages that stand beside the fields, for problems found by a form's check or by the API. */
export function fieldErrors(problems: readonly FieldProblem[] = []): Record<string, string> {
  return Object.fromEntries(problems.map(({ field, message }) => [field, message]));
}
