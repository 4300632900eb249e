/** `npm run check`: format, lint, types, dead code, unused dependencies, route tables. */
import { check } from '../checks/checks.ts';

const { failed } = await check();
process.exit(failed > 0 ? 1 : 0);
