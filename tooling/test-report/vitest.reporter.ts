/**
 * A reporter for Vitest that writes a {@link Tally} as JSON. Vitest's own JSON lacks errors outside of tests, which
 * also end a run.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Reporter, SerializedError, TestModule } from 'vitest/node';
import { repositoryRoot } from '../workspace/root.ts';
import type { FailedTest, Tally } from './tally.ts';

/** The environment's name for the file that it writes. */
export const TALLY_FILE = 'VITEST_TALLY_FILE';

interface Said {
  message: string;
  stack?: string | undefined;
}

export default class TallyReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const failed = tests.filter((test) => test.result().state === 'failed');
    const tally: Tally = {
      passed: tests.filter((test) => test.result().state === 'passed').length,
      failed: failed.length,
      failures: [
        ...failed.map((test) => failure(test.module, test.fullName, test.result().errors ?? [])),
        ...tests
          .filter((test) => test.diagnostic()?.flaky)
          .map((test) => ({ ...failure(test.module, test.fullName, test.result().errors ?? []), flaky: true })),
        ...modules.flatMap(outsideOfTests),
        ...unhandled.map((error) => ({ name: 'an error that no test caught', error: inWords(error) })),
      ],
    };
    const file = process.env[TALLY_FILE];
    if (!file) throw new Error(`${TALLY_FILE} must say which file to write.`);
    writeFileSync(file, JSON.stringify(tally));
  }
}

/** A file that cannot be loaded, and hooks that fail. */
function outsideOfTests(module: TestModule): FailedTest[] {
  const suites = [...module.children.allSuites()].filter((suite) => suite.errors().length > 0);
  return [
    ...(module.errors().length > 0 ? [failure(module, '', module.errors())] : []),
    ...suites.map((suite) => failure(module, suite.fullName, suite.errors())),
  ];
}

function failure(module: TestModule, title: string, errors: readonly Said[]): FailedTest {
  const file = path.relative(repositoryRoot, module.moduleId);
  return { name: title ? `${file} › ${title}` : file, error: errors.map(inWords).join('\n') };
}

function inWords({ message, stack }: Said): string {
  if (!stack) return message;
  return stack.includes(message) ? stack : `${message}\n${stack}`;
}
