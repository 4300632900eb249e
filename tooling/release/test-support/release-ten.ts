/** Releases one remote ten times: `node release-ten.ts mf-one s3://bucket/prefix folder`. */
import { createRelease } from '../create-release.ts';
import { publish } from '../publish.ts';
import { writeBuild } from './sample-build.ts';

const [name, store, dist] = process.argv.slice(2) as [string, string, string];
for (let page = 0; page < 10; page += 1) {
  await writeBuild(dist, { name, page: `export const a = ${page};` });
  const { release } = await createRelease(name, dist, store);
  await publish(release, store, { by: 'test' });
}
