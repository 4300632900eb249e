/**
 * Memory after a few releases and after many. Each renders or, with the word `failing`, does not load. A program of its
 * own, which sends both figures to its parent and ends.
 */
// oxlint-disable-next-line import/no-unassigned-import
import './production.ts';
import v8 from 'node:v8';
import vm from 'node:vm';
import { jobFor, Releases, threadsFor } from './rendering-threads.ts';

/** After a few releases, and after many. */
export type ReleaseMemory = [few: Measured, many: Measured];

interface Measured {
  releases: number;
  /** Resident memory of the whole process. */
  bytes: number;
}

const MEASURED_AFTER = [5, 100];
/** Fewer than the releases, so that threads take each other's place. */
const THREADS = 4;
/** Nothing listens there: the page says that its posts could not be fetched, which renders as well. */
const NO_API = 'http://127.0.0.1:1';

v8.setFlagsFromString('--expose-gc');
const collectGarbage = vm.runInNewContext('gc') as () => void;

const isFailing = process.argv[2] === 'failing';
const broken = (bundle: string): string => `${bundle}\nthrow new Error('on purpose');`;

const measured: Measured[] = [];
const releases = new Releases();
const renderer = threadsFor(releases, { threads: THREADS, quiet: isFailing });
for (let made = 1; made <= Math.max(...MEASURED_AFTER); made += 1) {
  const release = await releases.add('mf-blog', String(made), isFailing ? broken : undefined);
  const ready = renderer.ready(release, 60_000);
  if (isFailing)
    await ready.then(
      () => Promise.reject(new Error('It loaded.')),
      () => {},
    );
  else {
    await ready;
    await renderer.render(release, jobFor('/blogDey', NO_API));
  }
  if (!MEASURED_AFTER.includes(made)) continue;
  collectGarbage();
  measured.push({ releases: made, bytes: process.memoryUsage.rss() });
}
await renderer.close();
process.send!(measured, () => process.disconnect());
