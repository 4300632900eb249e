/** How the image that a shared link shows is drawn: as SVG from the site's own cloth, 1200 × 630. */
import { heroFrieze } from '../../shared/theme/cloth/service-drawings.ts';
import type { Bitmap } from '../../shared/theme/cloth/bitmap.ts';
import { DASHES, threadsOf, type ThreadPath } from '../../shared/theme/cloth/patterns.ts';
import { centred, linings, rectPath, weave, type ClothSpec, type SettName } from '../../shared/theme/cloth/weave.ts';
import { fixedColours, threads, type ThreadName } from '../../shared/theme/tokens.ts';
import { WORDMARK } from '../../shared/theme/wordmark.ts';

export const SOCIAL_SIZE = { width: 1200, height: 630 };

const THREAD = 10;

export interface Drawing {
  sett: SettName;
  drawing: () => Bitmap;
  /** What there is to see. */
  alt: string;
}

/** What a page without its own image shows: the company's. */
export const brand: Drawing = {
  sett: 'harmattan',
  drawing: heroFrieze,
  alt: 'The company’s name on a label, sewn to a checked cloth with a browser, a phone and other shapes cut out of it.',
};

/** @returns the drawing as an SVG document that needs no font and no style sheet */
export function socialSvg({ sett, drawing }: Pick<Drawing, 'sett' | 'drawing'>): string {
  const { width, height } = SOCIAL_SIZE;
  const plain: ClothSpec = { sett, width, height: height - 90, thread: THREAD };
  const { lining, body } = weave({ ...plain, height });
  const { warp, weft } = threadsOf(sett);
  const colour = (thread: ThreadName) => threads.light[thread];
  const stripes = (list: ThreadPath[]) =>
    list.map(({ thread, path }) => `<path stroke="${colour(thread)}" d="${path}"/>`).join('');
  const whole = rectPath(0, 0, width / THREAD, body);
  const cut = centred(drawing(), plain);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width / THREAD} ${height / THREAD}" shape-rendering="crispEdges">`,
    '<defs>',
    `<pattern id="warp" width="${warp.length}" height="1" patternUnits="userSpaceOnUse">${stripes(warp.stripes)}</pattern>`,
    `<pattern id="weft" width="2" height="${weft.length}" patternUnits="userSpaceOnUse" stroke-dasharray="${DASHES}">${stripes(weft.stripes)}</pattern>`,
    `<pattern id="lining" width="1" height="1" patternUnits="userSpaceOnUse"><path fill="${colour(linings[sett])}" d="${rectPath(0, 0, lining.width, 1)}"/></pattern>`,
    '</defs>',
    ...['warp', 'weft'].map((layer) => `<path fill="url(#${layer})" d="${whole}"/>`),
    ...['warp', 'lining'].map((layer) => `<path fill="url(#${layer})" d="${cut}"/>`),
    label(width, height),
    '</svg>',
  ].join('');
}

/** The sewn label with the name, at the lower right, in pixels. */
function label(width: number, height: number): string {
  const [w, h] = [420, 132];
  const { box, path } = WORDMARK;
  const scale = 300 / box.width;
  const inset = 10;
  return [
    `<g transform="scale(${1 / THREAD}) translate(${width - w - 60} ${height - h - 50})" shape-rendering="geometricPrecision">`,
    `<path fill="${fixedColours.label}" d="${rectPath(0, 0, w, h)}"/>`,
    `<path fill="none" stroke="${fixedColours['label-stitch']}" stroke-width="2.5" stroke-dasharray="9 7" d="${rectPath(inset, inset, w - 2 * inset, h - 2 * inset)}"/>`,
    `<path fill="${fixedColours['on-label']}" transform="translate(${(w - 300) / 2} ${(h - box.height * scale) / 2}) scale(${scale}) translate(${-box.left} ${-box.top})" d="${path}"/>`,
    '</g>',
  ].join('');
}
