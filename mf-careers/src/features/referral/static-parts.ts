/** Parts of the page without behaviour: a server-rendered page keeps them without their code. */
import { allLoaded, serverRendered } from 'shared/ui/server-rendered';

export const HowItWorks = serverRendered(async () => (await import('./how-it-works.tsx')).HowItWorks);
export const TokenDrawing = serverRendered(async () => (await import('./token-drawing.tsx')).TokenDrawing);

/** For the loader, so that the page appears complete; it can be read without them. */
export async function loadParts(): Promise<void> {
  await allLoaded(HowItWorks, TokenDrawing).catch(() => {});
}
