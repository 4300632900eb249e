/** Housekeeping with a clock of the test's own. */
import { join } from 'node:path';
import { expect } from 'vitest';
import { removeOutlived } from '../../src/retention/retention.ts';
import { SECRET, type TestApi } from './api.ts';

/** Removes what is too old at `time`, in milliseconds since 1970. Nothing may fail. */
export async function removeAt(
  { db, files, place }: Pick<TestApi, 'db' | 'files' | 'place'>,
  time: number,
  { signal } = new AbortController(),
): Promise<void> {
  const onFailure = (kind: string, error: unknown) => expect.fail(`${kind}: ${String(error)}`);
  await removeOutlived(
    { db, files, secret: SECRET, uploads: join(place.dataDir, 'uploads'), mails: join(place.dataDir, 'mail') },
    { time, signal, onFailure },
  );
}
