/** Parts of the page that do nothing: a page that the server rendered keeps them without their code. */
import { serverRendered } from 'shared/ui/server-rendered';

export const HowItWorks = serverRendered(async () => (await import('./how-it-works.tsx')).HowItWorks);
export const TokenDrawing = serverRendered(async () => (await import('./token-drawing.tsx')).TokenDrawing);

/** For the loader: with them the page is complete when it appears. It can be read without. */
export async function loadParts(): Promise<void> {
  await Promise.all([HowItWorks.load(), TokenDrawing.load()]).catch(() => {});
}
