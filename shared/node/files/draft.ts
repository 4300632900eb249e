/**
 * Names of what is written or removed beside its place, so that readers find all of it or none. They are never
 * the same twice, as process ids are: containers that share a folder may have equal ones.
 */
import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';

/** What has not changed for so long is abandoned: its process was killed. */
export const LEFT_BEHIND_MS = 60 * 60 * 1000;

export function draftOf(place: string): string {
  return `${place}.${randomUUID()}`;
}

/** Whether a draft's process was killed, by the draft's date. */
export async function isLeftBehind(draft: string): Promise<boolean> {
  const found = await stat(draft).catch(() => undefined);
  return found !== undefined && Date.now() - found.mtimeMs > LEFT_BEHIND_MS;
}
