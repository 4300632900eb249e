/** The remotes' own smoke journeys, which the release command tries with a release that is not current yet. */
import path from 'node:path';
import { remotes } from '../../tooling/workspace/remotes.ts';
import { repositoryRoot } from '../../tooling/workspace/root.ts';
import { readSmoke } from '../../tooling/release/gate/smoke.ts';
import { expect, test } from '../fixtures/test.ts';

// They try what is refused, too.
test.use({ expectedComplaints: { matching: [/Failed to load resource/] } });

for (const { name } of remotes) {
  test(`the smoke journey of ${name}`, async ({ page }) => {
    const smoke = await readSmoke(path.join(repositoryRoot, name));
    expect(smoke?.length).toBeGreaterThan(2);
    for (const [what, step] of smoke!) await test.step(what, () => step(page));
  });
}
