/** Imported before the API, as the power cut's control: SQLite's log is no longer synced after commits. */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

Object.assign(fs, {
  fdatasync: (_file: number, done: (error: Error | null) => void) => void setImmediate(done, null),
});
syncBuiltinESMExports();
