/** The results as a table: a line for each kind. */
import type { RequestResult } from './send.ts';

export function table(results: RequestResult[]): string {
  const kinds = Map.groupBy(results, ({ request }) => request.kind);
  const rows = [...kinds]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([kind, all]) => {
      const statuses = all.map(({ answer }) => answer.status);
      const count = (matches: (result: RequestResult) => unknown) => String(all.filter(matches).length);
      return [
        kind,
        String(all.length),
        String(Math.max(...statuses)),
        count(({ answer }) => answer.status === 429),
        count(({ isBusy }) => isBusy),
        count(({ fault }) => fault),
      ];
    });
  const lines = [['kind', 'requests', 'worst', '429', 'busy', 'faults'], ...rows];
  const widths = lines[0]!.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)))
        .join('  '),
    )
    .join('\n');
}

/** Each fault once for its route and kind, with a request that shows it. */
export function faults(results: RequestResult[]): string {
  const wrong = results.filter(({ fault }) => fault !== undefined);
  const alike = Map.groupBy(
    wrong,
    ({ request, fault }) => `${request.to} | ${request.route} | ${request.kind} | ${fault}`,
  );
  return [...alike]
    .map(([what, [first, ...more]]) => [
      `${what}${more.length > 0 ? ` (${more.length + 1} times)` : ''}`,
      first!.request.name,
      JSON.stringify(first!.sent),
      JSON.stringify(first!.answer.body.slice(0, 300)),
    ])
    .map((lines) => lines.join('\n  '))
    .join('\n');
}
