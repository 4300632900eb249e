/** Attempts to publish a draft. This comes with the editor, before which there is no draft. */
import { attemptKeys, type Attempt } from 'shared/forms/attempt-keys';
import type { NewPost } from 'shared/rules/posts/post-form';
import type { DraftName } from './draft.ts';

export interface Attempts {
  /** Names an attempt: the same post keeps its key. */
  key: (content: unknown) => string;
  /** What was sent without an answer: it may have been published anyway. */
  unanswered?: () => NewPost | undefined;
  /** The attempt to send this has no answer. */
  lost?: (post: NewPost) => void;
  /** Nothing has become of the last attempt, or it is known what. @returns a function that remembers it again */
  forget?: () => () => void;
}

const keyOf = (name: DraftName): string => `attempt:${name}`;

/**
 * Attempts kept in this tab: a post whose answer was lost is published once, even if the page is reloaded before its
 * draft is sent again.
 * @param isRestored whether there is a draft; without one, earlier attempts were about another post
 */
export function keptAttempts(name: DraftName, isRestored: boolean): Attempts {
  const last = isRestored ? stored(name) : undefined;
  let latest = last?.attempt;
  // Only members may change what they have published.
  let unanswered = name.includes(':') ? last?.post : undefined;
  let key = attemptKeys(latest, keep);

  function keep(attempt: Attempt | undefined): void {
    latest = attempt;
    try {
      if (attempt) sessionStorage.setItem(keyOf(name), JSON.stringify(attempt));
      else sessionStorage.removeItem(keyOf(name));
    } catch {}
  }

  return {
    key: (content) => key(content),
    unanswered: () => unanswered,
    lost: (post) => (unanswered = post),
    forget: () => {
      const forgotten = { latest, unanswered };
      unanswered = undefined;
      keep(undefined);
      return () => {
        ({ unanswered } = forgotten);
        key = attemptKeys(forgotten.latest, keep);
        keep(forgotten.latest);
      };
    },
  };
}

/** @returns the attempt of this name, and the post that it sent */
function stored(name: DraftName): { attempt: Attempt; post: NewPost } | undefined {
  try {
    const { content, key } = JSON.parse(sessionStorage.getItem(keyOf(name)) ?? '{}') as Partial<Attempt>;
    if (typeof content !== 'string' || typeof key !== 'string') return undefined;
    return { attempt: { content, key }, post: JSON.parse(content) as NewPost };
  } catch {
    return undefined;
  }
}
