import type { DraftState } from './use-draft.ts';

const timeOf = (moment: number) =>
  new Intl.DateTimeFormat('en-GB', { hour: 'numeric', minute: 'numeric' }).format(moment);

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
  // One text, which can also be replaced where the browser has translated it.
  return <span>{`Draft saved, ${timeOf(state.savedAt)}`}</span>;
}
