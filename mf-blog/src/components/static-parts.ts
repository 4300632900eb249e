/**
 * What several pages have, and does nothing but lead on or look well: a server-rendered page keeps it without its code,
 * which is one file with that of the other `static-parts.ts` (`static.ts`). The dates in it are written by
 * `useLocalDays`.
 */
import { serverRendered } from 'shared/ui/server-rendered';

/** Depends on its props: give it a key. */
export const PostRows = serverRendered(async () => (await import('../static.ts')).PostRows);
/** Depends on its props: give it a key. */
export const CoverBand = serverRendered(async () => (await import('../static.ts')).CoverBand);
/** A loom, threaded and barely begun, for where there is nothing yet. */
export const LoomDrawing = serverRendered(async () => (await import('../static.ts')).LoomDrawing);
/** 404, cut out. */
export const NotFoundDrawing = serverRendered(async () => (await import('../static.ts')).NotFoundDrawing);
