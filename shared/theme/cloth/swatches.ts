/** The swatches that stand for the six services. */
import type { Bitmap } from './bitmap.ts';
import { backend, frontend, graphic, mobile, uiux, web } from './service-drawings.ts';
import { cutOut, type ClothSpec, type SettName } from './weave.ts';

const drawings = { web, mobile, 'ui-ux': uiux, graphic, backend, frontend } satisfies Record<string, () => Bitmap>;

const size = { width: 648, height: 286, thread: 6, fringe: 22 } as const;

const swatches = new Map<string, ClothSpec>();

/** A service's swatch: its drawing cut out of its cloth, 286 px high. */
export function swatchCloth({ slug, sett }: { slug: keyof typeof drawings; sett: SettName }): ClothSpec {
  let swatch = swatches.get(slug);
  if (!swatch) {
    swatch = cutOut(drawings[slug](), { sett, ...size });
    swatches.set(slug, swatch);
  }
  return swatch;
}
