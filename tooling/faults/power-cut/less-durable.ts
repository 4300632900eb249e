/** Imported before the API's program, as the control of the power cut: SQLite does not sync each commit any more. */
import { DatabaseSync } from 'node:sqlite';

// oxlint-disable-next-line typescript/unbound-method
const { exec } = DatabaseSync.prototype;

DatabaseSync.prototype.exec = function (this: DatabaseSync, statements: string): void {
  exec.call(this, statements.replaceAll(/synchronous = full/g, 'synchronous = normal'));
};
