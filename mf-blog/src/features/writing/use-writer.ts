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

/** The post that is edited, as it was before. */
export interface Edited {
  title: string;
  /** What the editor begins with if there is no draft. @param typed the content of the plain field */
  contents: (typed: string) => Start;
  /** The stored text, for when a draft is discarded. */
  stored: Start;
  /** Other values to keep in the draft. */
  rest: () => Pick<Draft, 'author' | 'version'>;
  onRestored: (draft: Draft) => void;
}

/** An editor with its draft, which is kept and restored. @param edited if left out, a new post is written */
export function useWriter(name: DraftName, title: TitleField, edited?: Edited) {
  const [editor, setEditor] = useState<EditorHandle>();
  const [isBusy, setIsBusy] = useState(false);
  const [restored, setRestored] = useState<FoundDraft>();
  const [isDiscarded, setIsDiscarded] = useState(false);
  const draft = useDraft(name, () => editor && { title: title.get(), ops: editor.ops(), ...edited?.rest() });

  /** The draft, followed by what was typed into the plain field before the editor arrived. */
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
    /** Whether images are on their way. */
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
        // Undo restores what is there now, not the first text.
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
