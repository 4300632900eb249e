/** `npm run admin -- <command>`: the company's command line (docs/admin.md). */
import { runAdmin } from '../../api/src/admin/run.ts';

process.exitCode = await runAdmin(process.argv.slice(2));
