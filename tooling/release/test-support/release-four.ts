/**
 * Makes four releases and, once its parent sends a message, publishes them, three at a time:
 * `node release-four.ts mf-one s3://bucket/prefix folder`.
 */
import { once } from 'node:events';
import type { Release } from '../../../shared/contracts/registry.ts';
import { createRelease } from '../create-release.ts';
import { publish } from '../publish.ts';
import { writeBuild } from './sample-build.ts';

const [name, store, dist] = process.argv.slice(2) as [string, string, string];
const made: Release[] = [];
for (let page = 0; page < 4; page += 1) {
  await writeBuild(dist, { name, page: `export const a = ${page};` });
  made.push((await createRelease(name, dist, store)).release);
}
const begin = once(process, 'message');
process.send!('made');
await begin;
process.disconnect();
await Promise.all(
  Array.from({ length: 3 }, async () => {
    for (let release = made.pop(); release; release = made.pop())
      await publish(release, store, { author: { by: 'test' } });
  }),
);
