/** `npm run e2e -- [Playwright arguments]`: the end-to-end tests alone. */
import { findBrowser } from '../browser/find-browser.ts';
import { developmentShellTarget, ensureBuilt, siteTargets } from '../build/ensure-built.ts';
import { endWith } from '../processes/command-error.ts';
import { run } from '../processes/run.ts';
import { siteProjects } from '../test-report/site-projects.ts';

const CHROME_PATH = await findBrowser().catch(endWith);
await ensureBuilt([...siteTargets, developmentShellTarget], console.log).catch(endWith);
const given = process.argv.slice(2);
const project = given.some((argument) => argument.startsWith('--project')) ? [] : siteProjects;
const { status } = await run('playwright', ['test', ...project, ...given], {
  env: { CHROME_PATH },
});
process.exit(status);
