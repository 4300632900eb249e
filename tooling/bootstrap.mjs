/**
 * First step of every command: `node tooling/bootstrap.mjs <command> [arguments]`. Checks Node's version before
 * anything else is read, in code that old ones understand: an import here would fail before the sentence.
 */
var REQUIRED = [20, 19];
var have = process.versions.node.split('.').map(Number);
if (have[0] > REQUIRED[0] || (have[0] === REQUIRED[0] && have[1] >= REQUIRED[1])) import('./workspace/run-command.mjs');
else {
  console.error(
    'Node ' +
      process.versions.node +
      ' is too old to set this project up: install Node ' +
      REQUIRED.join('.') +
      ' or newer (https://nodejs.org).',
  );
  process.exit(1);
}
