/**
 * The system's faces that stand in for the site's fonts until those arrive (`shared/theme/fonts.ts`). Most machines
 * have one of them. On one that has none, text moves when the fonts come, and tests and measurements say so.
 */
import { run } from '../processes/run.ts';
import { canInstall, installPackages } from './debian-packages.ts';

const FACES = ['Arial', 'Liberation Sans'];
/** Debian's packages of one of them, and of the program that lists which are installed. */
const PACKAGES = ['fonts-liberation', 'fontconfig'];

/** Installs one where there is none, or says in a sentence what to do. */
export async function ensureFaces(): Promise<void> {
  // Windows and macOS bring Arial.
  if (process.platform !== 'linux' || (await hasFace())) return;
  if (canInstall()) await installPackages(...PACKAGES);
  if (await hasFace()) return;
  console.warn(
    `Neither ${FACES.join(' nor ')} is installed, so text moves when the site's fonts arrive: tests of that`,
  );
  console.warn(`fail. Install one of them; with Debian: apt-get install ${PACKAGES.join(' ')}`);
}

async function hasFace(): Promise<boolean> {
  const { output } = await run('fc-list', ['--format', '%{family}\n'], { quiet: true });
  return output.split(/[\n,]/).some((family) => FACES.includes(family));
}
