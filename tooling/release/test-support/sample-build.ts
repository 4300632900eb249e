/** A small built remote that is laid out as the factory's builds are. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

export interface SampleBuild {
  name?: string;
  server?: string;
  page?: string;
  /** What the page imports. */
  part?: string;
  sharedExports?: Record<string, string[]>;
}

/** Writes it into a folder, in place of its content. */
export async function writeBuild(
  dist: string,
  {
    name = 'mf-sample',
    server,
    page = 'export const a = 1;',
    part = 'export const part = 1;',
    sharedExports = {},
  }: SampleBuild = {},
): Promise<void> {
  const area = name.replace('mf-', '');
  const files = {
    'remoteEntry.js': `import("/remotes/${name}/__release_id__/assets/routes.js")`,
    'assets/routes.js': 'export {}',
    'assets/page.js': page,
    'assets/part.js': part,
    'assets/dialog.js': 'export const dialog = 1;',
    'assets/drawing.js': 'export const drawing = 1;',
    'assets/other-page.js': 'export const other = 1;',
    'assets/page.css': 'p{}',
    'server/routes.mjs': server ?? `export const routes = [{ id: '${area}.page', path: '/${area}/:id', lazy() {} }];`,
    'vite-manifest.json': JSON.stringify({
      '../virtual:mf-REMOTE_ENTRY_ID:x': { file: 'remoteEntry.js' },
      'src/routes.tsx': {
        file: 'assets/routes.js',
        dynamicImports: ['src/page.tsx', 'src/other-page.tsx', 'src/drawing.tsx'],
      },
      'src/page.tsx': { file: 'assets/page.js', imports: ['_part.js'], css: ['assets/page.css'] },
      'src/other-page.tsx': { file: 'assets/other-page.js', imports: ['src/routes.tsx'] },
      '_part.js': { file: 'assets/part.js', imports: ['src/routes.tsx'], dynamicImports: ['src/dialog.tsx'] },
      // A part loads the dialog later, a loader the drawing.
      'src/dialog.tsx': { file: 'assets/dialog.js', imports: ['_part.js'] },
      'src/drawing.tsx': { file: 'assets/drawing.js', imports: ['src/routes.tsx'] },
    }),
    'route-modules.json': JSON.stringify({
      [`${area}.page`]: ['assets/page.js'],
      [`${area}.other`]: ['assets/other-page.js'],
    }),
    'shared-exports.json': JSON.stringify(sharedExports),
  };
  await rm(dist, { recursive: true, force: true });
  for (const [file, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(dist, file)), { recursive: true });
    await writeFile(path.join(dist, file), text);
  }
}
