import { loadDrawings } from './drawn.ts';

/** For pages that need no data, only their drawings. */
export async function loader(): Promise<null> {
  await loadDrawings();
  return null;
}
