/** `npm run rollback -w mf-blog`: makes the release before the current one current again. */
import { remoteNamed } from '../workspace/remotes.ts';
import { RefusedRelease } from '../release/create-release.ts';
import { rollBack } from '../release/publish.ts';
import { writableStore } from '../release/release.ts';

try {
  const name = remoteNamed(process.argv[2]);
  console.log(`${name} is back at ${await rollBack(name, writableStore())}.`);
} catch (error) {
  console.error(error instanceof RefusedRelease ? error.message : error);
  process.exit(1);
}
