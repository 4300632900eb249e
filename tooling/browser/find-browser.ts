/** Finds a Chromium for tests and benchmarks, or installs one. */
import { accessSync, constants, globSync } from 'node:fs';
import path from 'node:path';
import { CommandError } from '../processes/command-error.ts';
import { run } from '../processes/run.ts';
import { canInstall, installPackages } from './debian-packages.ts';
import { ensureFaces } from './faces.ts';

/**
 * `light`: a Chromium without windows, which draws pages alike for half the processor time. `whole`: the browser that
 * visitors have, for measurements that are compared over time.
 */
type Kind = 'light' | 'whole';

const LIGHT_NAMES = ['chromium-headless-shell', 'chrome-headless-shell'];
const WHOLE_NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'microsoft-edge'];
const WHOLE_PATHS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** What Playwright switches off. Chromium takes the last list that it is given, so ours has to repeat it. */
const OFF_FOR_PLAYWRIGHT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
];

/**
 * Each window loads the suggestions below its address bar as two pages, and keeps a process ready for a page to come:
 * half of what opening a small page costs, and nothing that a test sees.
 */
const OFF_FOR_SPEED = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'SpareRendererForSitePerProcess'];

/** Each navigation recreates its frame, even within a site: a sixth of what a page costs in a window that is open. */
const OFF_FOR_TESTS = ['RenderDocument'];

/** Arguments that a browser needs under automation; as root it does not start without the sandbox switch. */
export const browserArguments = argumentsWithout([]);

/** Those of tests, which open many pages and measure none: drawing has no process of its own. */
export const testBrowserArguments = [...argumentsWithout(OFF_FOR_TESTS), '--in-process-gpu'];

function argumentsWithout(features: readonly string[]): string[] {
  return [
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    `--disable-features=${[...OFF_FOR_PLAYWRIGHT, ...OFF_FOR_SPEED, ...features].join(',')}`,
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ];
}

/**
 * Path of a browser: `CHROME_PATH`, an installed Chromium or Chrome, Playwright's own, or one installed now; with the
 * faces that pages are drawn in.
 * @param preferred the kind that is taken where both are installed
 * @throws CommandError that says what to do
 */
export async function findBrowser(preferred: Kind = 'light'): Promise<string> {
  const found = (await installedBrowser(preferred)) ?? (await install());
  await ensureFaces();
  return found;
}

/** The same, but nothing is installed. @returns undefined when there is none */
export async function installedBrowser(preferred: Kind = 'light'): Promise<string | undefined> {
  const given = process.env.CHROME_PATH;
  if (!given) return await installed(preferred);
  if (isExecutable(given)) return given;
  throw new CommandError(
    `CHROME_PATH is ${given}, which is not an executable file. Set it to a Chromium or Chrome, or unset it.`,
  );
}

async function installed(preferred: Kind): Promise<string | undefined> {
  // Large, and not needed by commands that end before they look for a browser.
  const { chromium } = await import('playwright');
  const wholeOfPlaywright = chromium.executablePath();
  const light = [...onPath(LIGHT_NAMES), ...lightBeside(wholeOfPlaywright)];
  const whole = [...onPath(WHOLE_NAMES), ...WHOLE_PATHS, wholeOfPlaywright];
  return (preferred === 'light' ? [...light, ...whole] : [...whole, ...light]).find(isExecutable);
}

export function onPath(names: readonly string[]): string[] {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
}

/** Playwright's light one, in a folder of the same number: `chromium_headless_shell-1255` for `chromium-1255`. */
function lightBeside(wholeOfPlaywright: string): string[] {
  const [, browsers, build] = /^(.*)[/\\]chromium-(\d+)[/\\]/.exec(wholeOfPlaywright) ?? [];
  if (!browsers) return [];
  const folder = path.join(browsers, `chromium_headless_shell-${build}`);
  return globSync('*/*headless?shell{,.exe}', { cwd: folder }).map((name) => path.join(folder, name));
}

async function install(): Promise<string> {
  console.log('No Chromium found; installing one (once) …');
  const attempts = [
    async () => (await run('playwright', ['install', '--only-shell', 'chromium'], { quiet: true })).output.slice(-500),
    ...(canInstall() ? ['chromium-headless-shell', 'chromium'].map((name) => () => installPackages(name)) : []),
  ];
  const outputs: string[] = [];
  for (const attempt of attempts) {
    outputs.push(await attempt());
    const found = await installed('light');
    if (found) return found;
  }
  throw new CommandError(
    `${outputs.join('\n')}\nNo Chromium could be installed. Install Chromium or Chrome, or set CHROME_PATH to one.`,
  );
}

export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
