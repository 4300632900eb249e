/**
 * Gives a remote the pictures that shared links show: `import picture from 'virtual:social-picture/about'`, and the
 * blog those of its posts: `import covers from 'virtual:social-covers'`.
 *
 * The build draws them (`social-drawings.ts`) and adds them to the release as PNG. Only the server bundle learns their
 * addresses, since only crawlers read them; in the browser and in development the import is undefined.
 */
import { createHash } from 'node:crypto';
import { Resvg } from '@resvg/resvg-js';
import type { Plugin } from 'vite';
import { coverDrawings, SOCIAL_SIZE, socialDrawings, socialSvg, type Drawing } from './social-drawings.ts';

const PREFIX = 'virtual:social-picture/';
/** The covers of all posts, by cloth and motif. */
const COVERS = 'virtual:social-covers';
const NOTHING = 'export default undefined;';

export function socialPictures(): Plugin {
  let base = '/';
  let forServer = false;
  let isBuild = false;
  return {
    name: 'site:social-pictures',
    configResolved({ base: configured, build, command }) {
      base = configured;
      forServer = Boolean(build.ssr);
      isBuild = command === 'build';
    },
    resolveId(source) {
      return source.startsWith(PREFIX) || source === COVERS ? `\0${source}` : undefined;
    },
    load(id) {
      const isCovers = id === `\0${COVERS}`;
      if (!isCovers && !id.startsWith(`\0${PREFIX}`)) return;
      const add = (name: string, drawing: Drawing) => {
        const { fileName, png } = drawn(name, drawing);
        if (!forServer) this.emitFile({ type: 'asset', fileName, source: png });
        return { src: base + fileName, alt: drawing.alt, ...SOCIAL_SIZE };
      };
      if (isCovers) {
        if (!isBuild) return NOTHING;
        const covers = Object.fromEntries(coverDrawings.map((ofSett) => [ofSett[0]!.sett, ofSett.map((drawing) => add(`cover-${drawing.sett}`, drawing))]));
        return forServer ? `export default ${JSON.stringify(covers)};` : NOTHING;
      }
      const name = id.slice(PREFIX.length + 1);
      const drawing = socialDrawings[name];
      if (!drawing) this.error(`There is no picture "${name}": ${Object.keys(socialDrawings).join(', ')}.`);
      if (!isBuild) return NOTHING;
      const picture = add(name, drawing);
      return forServer ? `export default ${JSON.stringify(picture)};` : NOTHING;
    },
  };
}

/** A picture as PNG, named after its content. */
function drawn(name: string, drawing: Drawing): { fileName: string; png: Buffer } {
  const png = new Resvg(socialSvg(drawing)).render().asPng();
  const hash = createHash('sha256').update(png).digest('base64url').slice(0, 8);
  return { fileName: `assets/social-${name}-${hash}.png`, png };
}
