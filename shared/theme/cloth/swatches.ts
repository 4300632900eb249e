/** The swatches that represent the six services. */
import type { Bitmap } from './bitmap.ts';
import { backend, frontend, graphic, mobile, uiux, web } from './service-drawings.ts';
import { cutOut, middleOf, weave, type ClothSpec, type SettName } from './weave.ts';

const drawings = { web, mobile, 'ui-ux': uiux, graphic, backend, frontend } satisfies Record<string, () => Bitmap>;

const size = { width: 648, height: 286, thread: 6, fringe: 22 } as const;

const swatches = new Map<string, ClothSpec>();

/** Id of a drawing that a page has once in its document, for all cloths that it is cut out of. */
export const drawingId = (name: string): string => `drawing-${name.replace('-', '')}`;

/** Id of the outline of the gaps in the swatches' fringes, where a page has it in its document. */
export const SWATCH_GAPS_ID = 'drawing-gaps';
export const swatchGaps = (): string => weave({ sett: 'banner', ...size }).fringe!.gaps;

/**
 * A service's swatch: its drawing cut out of its cloth, 286 px high.
 * @param drawn the page has the drawing ({@link drawingId}) and {@link swatchGaps}
 */
export function swatchCloth({ slug, sett }: { slug: keyof typeof drawings; sett: SettName }, drawn = false): ClothSpec {
  const key = slug + drawn;
  let swatch = swatches.get(key);
  if (!swatch) {
    const spec = { sett, ...size };
    const drawing = drawings[slug]();
    swatch = drawn
      ? { ...spec, gaps: SWATCH_GAPS_ID, drawn: [{ id: drawingId(slug), ...middleOf(drawing, spec) }] }
      : cutOut(drawing, spec);
    swatches.set(key, swatch);
  }
  return swatch;
}
