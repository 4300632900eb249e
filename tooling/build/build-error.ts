/**
 * Ends a build program with the words of what failed: file, line and the code there. The stack is the build tool's own, and
 * says nothing about the sources.
 */
export function endWithBuildError(error: unknown): never {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
