import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { Observed } from '../../shell/server/observed/observed.ts';
import { observedFile, writeObserved } from '../../shell/server/observed/observed-file.ts';
import { observedCells, observedOf } from './observed.ts';

const release = { name: 'mf-sample', version: '2' };

test('what several shells have counted of a release is in one row', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'observed-'));
  try {
    for (const port of [3000, 3001]) {
      const observed = new Observed();
      observed.viewed(release, '203.0.113.1', 3);
      observed.failed(release, 'render', '203.0.113.1');
      observed.failed(release, 'policy', '203.0.113.1');
      for (const lcp of [900, 900, 900, 4_900]) observed.measured(release, { lcp, cls: 0.004 });
      await writeObserved(observedFile(dataDir, port), observed.counts);
    }
    const of = await observedOf({ DATA_DIR: dataDir });
    expect(observedCells(of('mf-sample', '2'))).toEqual(['6', '2', '1000 ms', '', '0.004']);
    expect(observedCells(of('mf-sample', '1'))).toEqual(['', '', '', '', '']);
  } finally {
    await rm(dataDir, { recursive: true });
  }
});
