import type { FieldProblem } from '../contracts/problem.ts';

/** The one way from problems of fields, whoever found them, to what stands beside the fields. */
export function fieldErrors(problems: readonly FieldProblem[] = []): Record<string, string> {
  return Object.fromEntries(problems.map(({ field, message }) => [field, message]));
}
