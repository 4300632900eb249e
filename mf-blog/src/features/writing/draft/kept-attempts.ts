/** Attempts to publish a draft. This comes with the editor, before which no draft is there. */
import { attemptKeys, type Attempt } from 'shared/forms/attempt-keys';
import type { DraftName } from './draft.ts';

const keyOf = (name: DraftName): string => `attempt:${name}`;

/**
 * As `attemptKeys`, kept in this tab: a post whose answer was lost is published once, even if the page is reloaded
 * before its draft is sent again.
 * @param isRestored whether there is a draft; without one, earlier attempts were about another post
 */
export function keptAttemptKeys(name: DraftName, isRestored: boolean): (content: unknown) => string {
  return attemptKeys(isRestored ? stored(name) : undefined, (attempt) => {
    try {
      sessionStorage.setItem(keyOf(name), JSON.stringify(attempt));
    } catch {}
  });
}

function stored(name: DraftName): Attempt | undefined {
  try {
    const { content, key } = JSON.parse(sessionStorage.getItem(keyOf(name)) ?? '{}') as Partial<Attempt>;
    return typeof content === 'string' && typeof key === 'string' ? { content, key } : undefined;
  } catch {
    return undefined;
  }
}
