/** A thread that copies SQLite's log into the database on request, so that its syncs block no other thread. */
import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

export interface CheckpointAnswer {
  /** Length of the log. 0 when it is empty, or nothing could be copied. */
  pages: number;
}

const db = new DatabaseSync(workerData as string);
// SQLite's default; explicit because it keeps the database intact after a power cut.
db.exec('pragma synchronous = full; pragma wal_autocheckpoint = 0;');
const checkpoint = db.prepare('pragma wal_checkpoint(passive)');

parentPort!.on('message', () => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origin
  parentPort!.postMessage({ pages: logLength() } satisfies CheckpointAnswer);
});

function logLength(): number {
  try {
    return Math.max(0, (checkpoint.get() as { log: number }).log);
  } catch {
    // For example, the disk is full: everything stays in the log, and is copied another time.
    return 0;
  }
}
