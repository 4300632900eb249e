/** Attempts to publish a draft. This comes with the editor, before which no draft is there. */
import { attemptKeys, type Attempt } from 'shared/forms/attempt-keys';
import type { NewPost } from 'shared/rules/posts/post-form';
import type { DraftName } from './draft.ts';

export interface Attempts {
  /** Names an attempt: the same post keeps its key. */
  key: (content: unknown) => string;
  /** What was sent without an answer: it may have been published all the same. */
  unanswered?: () => NewPost | undefined;
  /** The attempt to send this has no answer. */
  lost?: (post: NewPost) => void;
  /** Nothing has become of the last attempt, or it is known what. */
  forget?: () => void;
}

const keyOf = (name: DraftName): string => `attempt:${name}`;

/**
 * Attempts kept in this tab: a post whose answer was lost is published once, even if the page is reloaded before its
 * draft is sent again.
 * @param isRestored whether there is a draft; without one, earlier attempts were about another post
 */
export function keptAttempts(name: DraftName, isRestored: boolean): Attempts {
  const last = isRestored ? stored(name) : undefined;
  // Only members may change what they have published.
  let unanswered = name.includes(':') ? last?.post : undefined;
  return {
    key: attemptKeys(last?.attempt, (attempt) => {
      try {
        sessionStorage.setItem(keyOf(name), JSON.stringify(attempt));
      } catch {}
    }),
    unanswered: () => unanswered,
    lost: (post) => (unanswered = post),
    forget: () => {
      unanswered = undefined;
      try {
        sessionStorage.removeItem(keyOf(name));
      } catch {}
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
