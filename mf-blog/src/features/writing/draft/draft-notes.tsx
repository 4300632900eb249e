import { Banner, BannerAction } from 'shared/ui/banner';
import { Button } from 'shared/ui/button';
import type { DraftState } from './use-draft.ts';

const timeOf = (moment: number) =>
  new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: 'numeric' }).format(moment);
const dayAndTimeOf = (moment: number) =>
  new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeStyle: 'short' }).format(moment);

/** Says whether the author's text is saved. */
export function SavedNote({ state }: { state: DraftState }) {
  if (state === undefined) return null;
  if (state === 'refused') return <span role="alert">This browser cannot keep drafts: publish before you leave.</span>;
  if (state === 'elsewhere') {
    return (
      <span role="alert">
        Another tab has its own draft open. What you write here will not be saved: publish before you leave.
      </span>
    );
  }
  return <span>Draft saved, {timeOf(state.savedAt)}</span>;
}

/** What is in the editor: the draft, or, after it was discarded, nothing or the stored post; or what was typed early. */
export type Shown = 'draft' | 'stored' | 'typed';

interface RestoredNoteProps {
  /** When the draft was saved; undefined when none was there. */
  savedAt: number | undefined;
  /** Whether parts of it could not be read. */
  isPartial: boolean;
  shown: Shown;
  onDiscard: () => void;
  onUndo: () => void;
}

/** Says what has become of a draft, and offers to discard it or to bring it back. */
export function RestoredNote({ savedAt, isPartial, shown, onDiscard, onUndo }: RestoredNoteProps) {
  if (savedAt === undefined) return null;
  const draft = `Your draft${savedAt > 0 ? ` from ${dayAndTimeOf(savedAt)}` : ''}`;
  const sentences: Record<Shown, string> = {
    draft: `${draft} is back${isPartial ? ', except for parts that could not be read' : ''}.`,
    stored: 'The draft has been discarded.',
    typed: `${draft} is not shown, because you had begun to type.`,
  };
  return (
    <Banner kind="info">
      {sentences[shown]}
      <BannerAction>
        <Button type="button" $kind="secondary" $small onClick={shown === 'draft' ? onDiscard : onUndo}>
          {shown === 'draft' ? 'Discard draft' : 'Bring it back'}
        </Button>
      </BannerAction>
    </Banner>
  );
}
