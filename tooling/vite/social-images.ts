/**
 * Gives a remote the images that shared links show: `import image from 'virtual:social-image/about'` one of them,
 * `import covers from 'virtual:social-images/cover'` a series.
 *
 * The remote says what is drawn. The build draws it (`social-drawings.ts`) and adds it to the release as PNG. Only the
 * server bundle gets the URLs, since only crawlers read them; in the browser and in development the import is
 * undefined.
 */
import { createHash } from 'node:crypto';
import { Resvg } from '@resvg/resvg-js';
import type { Plugin } from 'vite';
import { brand, SOCIAL_SIZE, socialSvg, type Drawing } from './social-drawings.ts';

const MODULE = /^\0?virtual:social-image(s?)\/([\w-]+)$/;
const NOTHING = 'export default undefined;';

export interface SocialDrawings {
  /** By name. The company's own, `brand`, is always there. */
  single?: Readonly<Record<string, Drawing>>;
  /** Drawings that belong together, by the name of the series and by what they are chosen by. */
  series?: Readonly<Record<string, Readonly<Record<string, readonly Drawing[]>>>>;
}

export function socialImages({ single = {}, series = {} }: SocialDrawings = {}): Plugin {
  const drawings: Readonly<Record<string, Drawing>> = { brand, ...single };
  let base = '/';
  let forServer = false;
  let isBuild = false;
  return {
    name: 'site:social-images',
    configResolved({ base: configured, build, command }) {
      base = configured;
      forServer = Boolean(build.ssr);
      isBuild = command === 'build';
    },
    resolveId(source) {
      return MODULE.test(source) ? `\0${source}` : undefined;
    },
    load(id) {
      const [, plural, name] = MODULE.exec(id) ?? [];
      if (name === undefined) return;
      const known = plural ? series : drawings;
      if (!Object.hasOwn(known, name)) this.error(`There is no image "${name}": ${Object.keys(known).join(', ')}.`);
      if (!isBuild) return NOTHING;
      const add = (called: string, drawing: Drawing) => {
        const { fileName, svg } = fileOf(called, drawing);
        // Drawing takes longest of all: the server's build only names the file.
        if (!forServer) this.emitFile({ type: 'asset', fileName, source: png(svg) });
        return { src: base + fileName, alt: drawing.alt, ...SOCIAL_SIZE };
      };
      const images = plural
        ? Object.fromEntries(
            Object.entries(series[name]!).map(([key, list]) => [
              key,
              list.map((drawing) => add(`${name}-${key}`, drawing)),
            ]),
          )
        : add(name, drawings[name]!);
      return forServer ? `export default ${JSON.stringify(images)};` : NOTHING;
    },
  };
}

/** A drawing's file, named after what is drawn: its URL has the release's version, which comes from its bytes. */
function fileOf(name: string, drawing: Drawing): { fileName: string; svg: string } {
  const svg = socialSvg(drawing);
  const hash = createHash('sha256').update(svg).digest('base64url').slice(0, 8);
  return { fileName: `assets/social-${name}-${hash}.png`, svg };
}

/** Its letters are outlines, so no font is looked for. */
const png = (svg: string): Buffer => new Resvg(svg, { font: { loadSystemFonts: false } }).render().asPng();
