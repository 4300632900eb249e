import { useState } from 'react';
import {
  isEmpty,
  isUnkept,
  joined,
  readDraft,
  type DraftName,
  type FoundDraft,
  type Operations,
} from './draft/draft.ts';
import type { EditorHandle } from './editor/editor.tsx';
import { useDraft } from './draft/use-draft.ts';

/** The page's title field, as far as a draft needs it. */
export interface TitleField {
  get(): string;
  set(title: string): void;
}

/** An editor with its draft: what is there is kept, what was there is back. */
export function useWriter(name: DraftName, title: TitleField) {
  const [editor, setEditor] = useState<EditorHandle>();
  const [isBusy, setIsBusy] = useState(false);
  const [restored, setRestored] = useState<FoundDraft>();
  const [isDiscarded, setIsDiscarded] = useState(false);
  const draft = useDraft(name, () => editor && { title: title.get(), ops: editor.ops() });

  /** The draft, and what was typed into the plain field before the editor came. */
  function start(typed: string): Operations {
    const kept = readDraft(name);
    if (kept) {
      setRestored(kept);
      if (title.get() === '') title.set(kept.title);
      if (isUnkept(name)) draft.edited();
    }
    return joined(kept?.ops ?? [], typed.trim() === '' ? [] : [{ insert: `${typed}\n` }]);
  }

  return {
    draft,
    /** Undefined until the editor has arrived. */
    editor,
    /** Pictures are on their way. */
    isBusy,
    /** Whether there is nothing to lose. What is in the plain field, before the editor or in its place, is not kept. */
    isEmpty: () => editor !== undefined && isEmpty({ title: title.get(), ops: editor.ops() }),
    area: {
      start,
      onReady: setEditor,
      onEdit: draft.edited,
      onBusy: setIsBusy,
    },
    restoredNote: {
      savedAt: restored?.savedAt,
      isPartial: restored?.isPartial ?? false,
      isDiscarded,
      onDiscard: () => {
        // What can be brought back is what is there now, not what was there at first.
        if (restored) setRestored({ ...restored, title: title.get(), ops: editor?.ops() ?? restored.ops });
        title.set('');
        editor?.replace([]);
        draft.forget();
        setIsDiscarded(true);
      },
      onUndo: () => {
        if (!restored) return;
        title.set(restored.title);
        editor?.replace(restored.ops);
        draft.edited();
        setIsDiscarded(false);
      },
    },
  };
}
