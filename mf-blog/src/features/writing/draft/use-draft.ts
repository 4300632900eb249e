import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { dropDraft, writeDraft, type Draft, type DraftName, type Keeping } from './draft.ts';

/** A draft is saved this long after the last edit, … */
const AFTER_LAST_EDIT_MS = 3_000;
/** … and at most this long after the first one. */
const AFTER_FIRST_EDIT_MS = 60_000;

/** What has become of the latest edits. */
export type DraftState = { savedAt: number } | Exclude<Keeping, 'kept'> | undefined;

/**
 * Saves what is written as a draft: a while after the last edit, and when the visitor leaves.
 * @param current what is written; undefined while that is not known
 */
export function useDraft(name: DraftName, current: () => Omit<Draft, 'savedAt'> | undefined) {
  const [state, setState] = useState<DraftState>();
  const firstEdit = useRef<number>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(current);
  useEffect(() => {
    latest.current = current;
  });

  function save(): void {
    clearTimeout(timer.current);
    const written = latest.current();
    if (firstEdit.current === undefined || !written) return;
    const savedAt = Date.now();
    const keeping = writeDraft(name, { ...written, savedAt });
    // What is not kept is tried again as rarely as before, and not with every key.
    firstEdit.current = keeping === 'kept' ? undefined : savedAt;
    setState(keeping === 'kept' ? { savedAt } : keeping);
  }

  function edited(): void {
    const now = Date.now();
    firstEdit.current ??= now;
    clearTimeout(timer.current);
    timer.current = setTimeout(save, Math.min(AFTER_LAST_EDIT_MS, firstEdit.current + AFTER_FIRST_EDIT_MS - now));
  }

  /** Call it when it is no longer a draft: it has been published, or given up. */
  function forget(): void {
    clearTimeout(timer.current);
    firstEdit.current = undefined;
    dropDraft(name);
    setState(undefined);
  }

  useEffect(() => {
    const hidden = () => document.visibilityState === 'hidden' && save();
    addEventListener('pagehide', save);
    document.addEventListener('visibilitychange', hidden);
    return () => {
      removeEventListener('pagehide', save);
      document.removeEventListener('visibilitychange', hidden);
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- it reads refs only
  }, []);
  // Now the page's fields can still be read; afterwards nothing is known of them.
  useLayoutEffect(
    () => () => {
      save();
      latest.current = () => undefined;
    },
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- it reads refs only
    [],
  );

  return { state, edited, save, forget, isUnsaved: () => firstEdit.current !== undefined };
}
