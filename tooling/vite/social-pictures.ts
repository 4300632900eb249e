/**
 * Gives a remote the pictures that shared links show: `import picture from 'virtual:social-picture/about'`.
 *
 * The build draws them (`social-drawings.ts`) and adds them to the release as PNG. Only the server bundle learns their
 * addresses, since only crawlers read them; in the browser and in development the import is undefined.
 */
import { createHash } from 'node:crypto';
import { Resvg } from '@resvg/resvg-js';
import type { Plugin } from 'vite';
import { SOCIAL_SIZE, socialDrawings, socialSvg } from './social-drawings.ts';

const PREFIX = 'virtual:social-picture/';

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
      return source.startsWith(PREFIX) ? `\0${source}` : undefined;
    },
    load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return;
      const name = id.slice(PREFIX.length + 1);
      const drawing = socialDrawings[name];
      if (!drawing) this.error(`There is no picture "${name}": ${Object.keys(socialDrawings).join(', ')}.`);
      if (!isBuild) return 'export default undefined;';
      const png = new Resvg(socialSvg(drawing)).render().asPng();
      const hash = createHash('sha256').update(png).digest('base64url').slice(0, 8);
      const fileName = `assets/social-${name}-${hash}.png`;
      if (!forServer) {
        this.emitFile({ type: 'asset', fileName, source: png });
        return 'export default undefined;';
      }
      return `export default ${JSON.stringify({ src: base + fileName, alt: drawing.alt, ...SOCIAL_SIZE })};`;
    },
  };
}
