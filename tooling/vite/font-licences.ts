/** Adds the typefaces to the licences that Vite collects from packages. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin } from 'vite';
import { LICENCES_FILE } from '../../shared/releases/urls.ts';
import type { Licence } from '../../shell/server/licences.ts';
import { repositoryRoot } from '../workspace/root.ts';

const fonts = path.join(repositoryRoot, 'shared/theme/fonts');
const LICENCE = /^OFL-(.+)\.txt$/;

export function fontLicences(): Plugin {
  return {
    name: 'font-licences',
    apply: 'build',
    generateBundle: {
      // After Vite's own plugin.
      order: 'post',
      async handler(_options, bundle) {
        const file = bundle[LICENCES_FILE];
        if (file?.type !== 'asset') return;
        const packages = JSON.parse(file.source.toString()) as Licence[];
        file.source = JSON.stringify([...packages, ...(await licencesOfFonts())], null, 2);
      },
    },
  };
}

async function licencesOfFonts(): Promise<Licence[]> {
  const names = (await readdir(fonts)).toSorted().flatMap((file) => LICENCE.exec(file)?.[1] ?? []);
  return Promise.all(
    names.map(async (name) => ({
      name: `${name[0]!.toUpperCase()}${name.slice(1)}`,
      version: '',
      identifier: 'OFL-1.1',
      text: (await readFile(path.join(fonts, `OFL-${name}.txt`), 'utf8')).trim(),
    })),
  );
}
