/** Comes with the editor, before which nothing is restored. */
import type { MouseEvent } from 'react';
import { Banner, BannerAction } from 'shared/ui/banner';
import { Button } from 'shared/ui/button';

const dayAndTimeOf = (moment: number) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' }).format(moment);

/** What is in the editor: the draft; what it has without it, after it was discarded; or what was typed early. */
export type Shown = 'draft' | 'stored' | 'typed';

interface RestoredNoteProps {
  /** When the draft was saved; 0 if that is unknown. */
  savedAt: number;
  /** Whether parts of it could not be read. */
  isPartial: boolean;
  shown: Shown;
  onDiscard: () => void;
  onUndo: () => void;
}

/** Says what has become of a draft, and offers to discard it or to bring it back. */
export function RestoredNote({ savedAt, isPartial, shown, onDiscard, onUndo }: RestoredNoteProps) {
  const isShown = shown === 'draft';
  // The button changes with the first press of a double click: the second one would take it back.
  const press = ({ detail }: MouseEvent) => detail < 2 && (isShown ? onDiscard() : onUndo());
  return (
    <Banner kind="info">
      {/* In its own element, it can also be replaced where the browser has translated it. */}
      <span>
        {shown === 'stored'
          ? 'The draft has been discarded.'
          : `Your draft${savedAt > 0 ? ` from ${dayAndTimeOf(savedAt)}` : ''} is ${
              isShown
                ? `back${isPartial ? ', except for parts that could not be read' : ''}`
                : 'not shown, because you had begun to type'
            }.`}
      </span>
      <BannerAction>
        <Button type="button" $kind="secondary" $small onClick={press}>
          {isShown ? 'Discard draft' : 'Bring it back'}
        </Button>
      </BannerAction>
    </Banner>
  );
}
