/** The administrators' commands as a program: `npm run admin`, and `node api/dist/admin.mjs` where only builds are. */
import { runAdmin } from './run.ts';

process.exitCode = await runAdmin(process.argv.slice(2));
