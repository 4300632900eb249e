/** Time for tests of how long something takes at most. */
import { Worker } from 'node:worker_threads';

const BEAT_MS = 20;
/** What comes later than this was not held up by others at work, but by a machine that stood still. */
const LATE_MS = 250;

/** Both numbers are one value, so that a reader never gets a new one and an old one. */
const PROGRAM = `
  const { workerData: { seen, begun, beat, late } } = require('node:worker_threads');
  const now = () => Math.round(Number(process.hrtime.bigint()) / 1e6 - begun);
  let [stood, last] = [0, now()];
  setInterval(() => {
    const at = now();
    if (at - last > late) stood += at - last - beat;
    last = at;
    Atomics.store(seen, 0, (BigInt(stood) << 32n) | BigInt(last));
  }, beat);`;

const realTime = (): number => Number(process.hrtime.bigint()) / 1e6;
const begun = realTime();
/** For how long the machine stood still, and when the thread last ran. */
let seen: BigUint64Array<SharedArrayBuffer> | undefined;

/**
 * Milliseconds by a clock that stands still when the machine does: shared machines are frozen for seconds at times, and
 * no program is to blame for that. A thread of its own, which has nothing to do, notices.
 */
export function runningTime(): number {
  seen ??= watched();
  const both = Atomics.load(seen, 0);
  const [stood, last] = [Number(both >> 32n), Number(both & 0xffff_ffffn)];
  const now = realTime() - begun;
  // This thread may go on before the other one.
  const standing = last > 0 && now - last > LATE_MS ? now - last - BEAT_MS : 0;
  return now - stood - standing;
}

function watched(): BigUint64Array<SharedArrayBuffer> {
  const shared = new BigUint64Array(new SharedArrayBuffer(BigUint64Array.BYTES_PER_ELEMENT));
  const workerData = { seen: shared, begun, beat: BEAT_MS, late: LATE_MS };
  new Worker(PROGRAM, { eval: true, execArgv: [], workerData }).unref();
  return shared;
}
