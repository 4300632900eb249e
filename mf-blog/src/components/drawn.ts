/** The area's drawings, as pages use them; loaders wait for their code. */
import { serverRendered } from 'shared/ui/server-rendered';

const draw = () => import('./drawings.tsx');

/** Depends on its props: give it a key. */
export const CoverDrawing = serverRendered(async () => (await draw()).CoverDrawing);
/** Depends on its props: give it a key. */
export const AvatarDrawing = serverRendered(async () => (await draw()).AvatarDrawing);
/** A loom, threaded and hardly begun: there is nothing yet. */
export const LoomPicture = serverRendered(async () => (await draw()).LoomPicture);
/** 404, cut out. */
export const NotFoundPicture = serverRendered(async () => (await draw()).NotFoundPicture);

/** For loaders: with the drawings a page is complete when it appears. A page can be read without. */
export async function loadDrawings(): Promise<void> {
  await Promise.all([CoverDrawing, AvatarDrawing, LoomPicture, NotFoundPicture].map(({ load }) => load())).catch(
    () => {},
  );
}
