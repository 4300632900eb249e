import { useRef, useState } from 'react';
import { attemptKeys } from 'shared/forms/attempt-keys';
import { isEmpty, isUnkept, type Draft, type DraftName, type FoundDraft } from './draft/draft.ts';
import type { Attempts } from './draft/kept-attempts.ts';
import type { EditorHandle } from './editor/editor.tsx';
import type { Start } from './editor/start.ts';
import type { Shown } from './draft/restored-note.tsx';
import { useDraft } from './draft/use-draft.ts';
import type { Arriving } from './writing-area.tsx';

type Typed = Pick<Draft, 'title' | 'author'>;

/** The page's fields beside the text, as far as a draft needs them. */
export interface Fields {
  get(): Typed;
  /** Without an author's name, the one that the page came with is back. */
  set(typed: Typed): void;
}

/** The post that is edited, as it was before. */
export interface Edited {
  title: string;
  /** Its text in the plain field. */
  plain: string;
  /** What the editor begins with if there is no draft. @param typed the content of the plain field */
  contents: (typed: string) => Start;
  /** The stored text, for when a draft is discarded. */
  stored: Start;
  /** What else to keep in the draft. */
  rest: () => Pick<Draft, 'version'>;
  onRestored: (draft: Draft) => void;
  /** The stored text is back, instead of the draft. */
  onDiscarded: () => void;
}

/**
 * An editor with its draft, which is kept and restored.
 * @param begun the draft's name, which stays: a visitor who logs in while writing keeps the same post
 * @param edited if left out, a new post is written
 */
export function useWriter(begun: DraftName, fields: Fields, edited?: Edited) {
  const [name] = useState(begun);
  const [editor, setEditor] = useState<EditorHandle>();
  const [isBusy, setIsBusy] = useState(false);
  const [Note, setNote] = useState<Arriving['RestoredNote']>();
  const [restored, setRestored] = useState<FoundDraft>();
  const [shown, setShown] = useState<Shown>('draft');
  const [attempts, setAttempts] = useState<Attempts>(() => ({ key: attemptKeys() }));
  /** Remembers the attempts that were forgotten with the draft. */
  const recall = useRef<() => void>(undefined);
  const draft = useDraft(name, () => editor && { ...fields.get(), ops: editor.ops(), ...edited?.rest() });

  /**
   * The draft, followed by what was typed into the plain field before the editor arrived. In an edited post that takes
   * the draft's place: both begin with the same text.
   */
  function start(typed: string, { takeDraft, keptAttempts, RestoredNote }: Arriving): Start {
    const kept = takeDraft(name);
    const { title } = fields.get();
    const hasTitle = title !== (edited?.title ?? '');
    const hasText = edited ? typed !== edited.plain : typed.trim() !== '';
    // What was typed before the page had its script has not been noticed.
    if (hasTitle || hasText || isUnkept(name)) draft.edited();
    if (kept) setRestored(kept);
    setAttempts(keptAttempts(name, kept !== undefined));
    setNote(() => RestoredNote);
    if (kept && edited && hasText) setShown('typed');
    else if (kept) {
      fields.set(hasTitle ? { ...kept, title } : kept);
      edited?.onRestored(kept);
    }
    if (edited) return (hasText ? undefined : kept?.ops) ?? edited.contents(typed);
    const behind = kept?.ops ?? [];
    return hasText ? { behind, plain: typed } : behind;
  }

  return {
    draft,
    attempts,
    /** Undefined until the editor has arrived. */
    editor,
    /** Whether images are on their way. */
    isBusy,
    /** Whether there is nothing to lose. The plain field's text is not saved. */
    isEmpty: () => editor !== undefined && isEmpty({ ...fields.get(), ops: editor.ops() }),
    area: {
      start,
      onReady: setEditor,
      onEdit: draft.edited,
      onBusy: setIsBusy,
    },
    /** Says what has become of a draft. */
    restoredNote: restored && Note && (
      <Note
        savedAt={restored.savedAt}
        isPartial={restored.isPartial ?? false}
        shown={shown}
        onDiscard={() => {
          // Undo restores the present text, not the first text.
          setRestored({ ...restored, ...fields.get(), ...edited?.rest(), ops: editor?.ops() ?? restored.ops });
          fields.set({ title: edited?.title ?? '' });
          editor?.replace(edited?.stored ?? []);
          edited?.onDiscarded();
          draft.forget();
          recall.current = attempts.forget?.();
          setShown('stored');
        }}
        onUndo={() => {
          fields.set(restored);
          editor?.replace(restored.ops);
          edited?.onRestored(restored);
          draft.edited();
          recall.current?.();
          setShown('draft');
        }}
      />
    ),
  };
}
