/** Reads what Playwright's JSON reporter wrote. */
import type { JSONReport, JSONReportSuite } from 'playwright/types/testReporter';
import type { FailedTest, Tally } from './tally.ts';

/** @returns `failures` also names tests that passed at their second attempt, which count as passed */
export function playwrightTally({ suites, errors, stats }: JSONReport): Tally {
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    failures: [
      ...suites.flatMap((suite) => failuresOf(suite)),
      ...errors.map((error) => ({ name: 'outside of tests', error: inWords([error]) })),
    ],
  };
}

function failuresOf(suite: JSONReportSuite, within: string[] = []): FailedTest[] {
  const place = [...within, suite.title];
  const [file, ...titles] = place;
  const own = suite.specs.flatMap(({ title, line, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ status, results }) => {
        const { errors = [], attachments = [] } = results.find((result) => result.errors.length > 0) ?? {};
        return {
          name: [`${file}:${line}`, ...titles, title].join(' › '),
          error: inWords(errors),
          said: attachments.map(textOf).join('\n'),
          ...(status === 'flaky' ? { flaky: true } : {}),
        };
      }),
  );
  return [...own, ...(suite.suites ?? []).flatMap((inner) => failuresOf(inner, place))];
}

function textOf({ contentType, body = '' }: { contentType: string; body?: string }): string {
  return contentType === 'text/plain' ? Buffer.from(body, 'base64').toString() : '';
}

function inWords(errors: readonly { message?: string }[]): string {
  return errors.map(({ message }) => message ?? 'No message.').join('\n');
}
