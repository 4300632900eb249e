/** `npm run check`: format, lint, types, dead code, unused dependencies, route tables. */
import { check } from '../checks/checks.ts';
import { noArguments } from '../processes/arguments.ts';

noArguments('npm run check takes no arguments: it checks all sources.');
const { failed } = await check();
process.exit(failed > 0 ? 1 : 0);
