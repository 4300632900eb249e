/** `npm run format`: formats all sources (`biome.json`); `npm run check` says which ones need it. */
import { noArguments } from '../processes/arguments.ts';
import { run } from '../processes/run.ts';

noArguments('npm run format takes no arguments: it formats all sources.');
const { status } = await run('biome', ['format', '--write']);
process.exit(status);
