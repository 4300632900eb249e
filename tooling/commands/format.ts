/** `npm run format`: formats all sources (`biome.json`); `npm run check` says which ones need it. */
import { run } from '../processes/run.ts';

const { status } = await run('biome', ['format', '--write']);
process.exit(status);
