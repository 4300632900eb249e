/** What every visitor of every page loads is worth a second look (decision 038). */
import { minify as minifyWithTerser } from 'terser';
import { minify, type Plugin } from 'vite';

/** Takes the place of `build.minify`: Vite's own minifier, and terser on what it leaves. */
export function minifiedTwice(): Plugin {
  return {
    name: 'minified-twice',
    apply: 'build',
    // Rolldown would reprint the code, with all its spaces, unless it is told as well.
    config: () => ({ build: { minify: false, rolldownOptions: { output: { minify: false } } } }),
    renderChunk: {
      order: 'post',
      async handler(code, { fileName }) {
        const once = await minify(fileName, code, { module: true, compress: true, mangle: true });
        if (once.errors[0]) throw new Error(once.errors[0].message);
        const twice = await minifyWithTerser(once.code, { module: true, compress: { passes: 3 } });
        return { code: twice.code!, map: null };
      },
    },
  };
}
