/** The area's drawings, as pages use them; loaders wait for their code. */
import { serverRendered } from 'shared/ui/server-rendered';

const draw = () => import('./drawings.tsx');

/** Depends on its props: give it a key. */
export const CoverDrawing = serverRendered(async () => (await draw()).CoverDrawing);
/** Depends on its props: give it a key. */
export const AvatarDrawing = serverRendered(async () => (await draw()).AvatarDrawing);
/** A loom, threaded and barely begun, for where there is nothing yet. */
export const LoomDrawing = serverRendered(async () => (await draw()).LoomDrawing);
/** 404, cut out. */
export const NotFoundDrawing = serverRendered(async () => (await draw()).NotFoundDrawing);

/** For loaders, so that a page appears with its drawings; it can be read without them. */
export async function loadDrawings(): Promise<void> {
  await Promise.all([CoverDrawing, AvatarDrawing, LoomDrawing, NotFoundDrawing].map(({ load }) => load())).catch(
    () => {},
  );
}
