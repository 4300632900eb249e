/** What an imported module needs is asked for with it, in builds with `leanPreload`, as all of ours are. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build, type Rolldown } from 'vite';
import { leanPreload } from '../../tooling/vite/lean-preload.ts';
import { openEmpty } from '../fixtures/empty-page.ts';
import { expect, test } from '../fixtures/test.ts';

const sources = {
  'start.js': "export const open = () => import('./page.js');\nexport const openOther = () => import('./other.js');",
  'page.js': "import './page.css';\nexport { part } from './part.js';",
  'other.js': "export { part } from './part.js';",
  'part.js': "export const part = 'part';",
  'page.css': 'body { margin-top: 77px; }',
};

/** @returns the built files' contents by name, the start's as `start.js` */
async function built(): Promise<Map<string, string>> {
  const root = await mkdtemp(path.join(tmpdir(), 'parallel-'));
  try {
    for (const [name, text] of Object.entries(sources)) await writeFile(path.join(root, name), text);
    const { output } = (await build({
      root,
      base: '/sample/',
      configFile: false,
      logLevel: 'silent',
      plugins: [leanPreload()],
      build: {
        write: false,
        rolldownOptions: {
          input: path.join(root, 'start.js'),
          preserveEntrySignatures: 'strict',
          output: { entryFileNames: '[name].js', chunkFileNames: '[name].js', assetFileNames: '[name][extname]' },
        },
      },
    })) as Rolldown.RolldownOutput;
    return new Map(output.map((file) => [file.fileName, String(file.type === 'chunk' ? file.code : file.source)]));
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

test.use({ expectedComplaints: { matching: [/^Failed to load resource/] } });

test('modules and style sheets are asked for together; what did not arrive is asked for again', async ({ page }) => {
  const files = await built();
  const needed = ['page.js', 'part.js', 'page.css'];
  let asked: string[] = [];
  let isAway = true;
  await openEmpty(page);
  await page.route('**/sample/*', async (route) => {
    const name = path.basename(new URL(route.request().url()).pathname);
    asked.push(name);
    if (name === 'page.css' && isAway) return await route.abort();
    // Nothing is answered before all has been asked for.
    if (needed.includes(name)) await expect.poll(() => asked).toEqual(expect.arrayContaining(needed));
    const contentType = name.endsWith('.css') ? 'text/css' : 'text/javascript';
    await route.fulfill({ contentType, body: files.get(name)! });
  });
  const open = () =>
    page.evaluate(async () => {
      const { open } = (await import('/sample/start.js' as string)) as { open: () => Promise<{ part: string }> };
      const { part } = await open();
      return { part, margin: getComputedStyle(document.body).marginTop };
    });
  await expect(open()).rejects.toThrow('/sample/page.css');
  isAway = false;
  expect(await open()).toEqual({ part: 'part', margin: '77px' });
  expect(asked.toSorted()).toEqual(['page.css', 'page.css', 'page.js', 'part.js', 'start.js']);
  asked = [];
  await open();
  expect(asked).toEqual([]);
});
