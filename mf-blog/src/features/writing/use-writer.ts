import { useState } from 'react';
import { isEmpty, isUnkept, readDraft, type Draft, type DraftName, type FoundDraft } from './draft/draft.ts';
import type { EditorHandle } from './editor/editor.tsx';
import type { Start } from './editor/start.ts';
import { useDraft } from './draft/use-draft.ts';

/** The page's title field, as far as a draft needs it. */
export interface TitleField {
  get(): string;
  set(title: string): void;
}

/** What is edited, as it was before. */
export interface Edited {
  title: string;
  /** What the editor begins with without a draft. @param typed what is in the plain field */
  contents: (typed: string) => Start;
  /** The stored text, for when a draft is discarded. */
  stored: Start;
  /** What else the draft keeps. */
  rest: () => Pick<Draft, 'author' | 'version'>;
  onRestored: (draft: Draft) => void;
}

/** An editor with its draft, kept and brought back. @param edited without it, something new is written */
export function useWriter(name: DraftName, title: TitleField, edited?: Edited) {
  const [editor, setEditor] = useState<EditorHandle>();
  const [isBusy, setIsBusy] = useState(false);
  const [restored, setRestored] = useState<FoundDraft>();
  const [isDiscarded, setIsDiscarded] = useState(false);
  const draft = useDraft(name, () => editor && { title: title.get(), ops: editor.ops(), ...edited?.rest() });

  /** The draft, and what was typed into the plain field before the editor came. */
  function start(typed: string): Start {
    const kept = readDraft(name);
    if (kept) {
      setRestored(kept);
      if (title.get() === (edited?.title ?? '')) title.set(kept.title);
      edited?.onRestored(kept);
      if (isUnkept(name)) draft.edited();
    }
    if (edited) return kept?.ops ?? edited.contents(typed);
    const behind = kept?.ops ?? [];
    return typed.trim() === '' ? behind : { behind, plain: typed };
  }

  return {
    draft,
    /** Undefined until the editor has arrived. */
    editor,
    /** Images are on their way. */
    isBusy,
    /** Whether there is nothing to lose. The plain field's text is not saved. */
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
        // Undo leads back to what is there now, not to the first text.
        if (restored) setRestored({ ...restored, title: title.get(), ops: editor?.ops() ?? restored.ops });
        title.set(edited?.title ?? '');
        editor?.replace(edited?.stored ?? []);
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
