/** Imported before the API's program, as the control of the power cut: SQLite's log is not synced after commits any more. */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

Object.assign(fs, {
  fdatasync: (_file: number, done: (error: Error | null) => void) => void setImmediate(done, null),
});
syncBuiltinESMExports();
