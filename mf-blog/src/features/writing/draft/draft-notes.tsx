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

interface RestoredNoteProps {
  /** When the draft was saved; undefined when none was there. */
  savedAt: number | undefined;
  /** Whether parts of it could not be read. */
  isPartial: boolean;
  /** Whether the draft has just been discarded. */
  isDiscarded: boolean;
  onDiscard: () => void;
  onUndo: () => void;
}

/** Says that a draft has been restored, and offers to discard it. */
export function RestoredNote({ savedAt, isPartial, isDiscarded, onDiscard, onUndo }: RestoredNoteProps) {
  if (savedAt === undefined) return null;
  return (
    <Banner kind="info">
      {isDiscarded
        ? 'The draft has been discarded.'
        : `Your draft${savedAt > 0 ? ` from ${dayAndTimeOf(savedAt)}` : ''} is back${isPartial ? ', except for parts that could not be read' : ''}.`}
      <BannerAction>
        <Button type="button" $kind="secondary" $small onClick={isDiscarded ? onUndo : onDiscard}>
          {isDiscarded ? 'Bring it back' : 'Discard draft'}
        </Button>
      </BannerAction>
    </Banner>
  );
}
