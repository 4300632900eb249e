/** What is dragged within the text is moved: Quill would add a copy of an image, and leave words where they are. */
import type { Quill } from 'react-quill';
import { Delta, imagesIn, type Selection } from './quill.ts';

export interface Drag {
  /** Moves what is dragged to a place in the text, or leaves it. @returns false if it comes from elsewhere */
  dropAt(place: number | undefined): boolean;
}

/** Follows what is dragged in the editor's text. @param signal ends it */
export function followDrag(quill: Quill, signal: AbortSignal): Drag {
  let dragged: Selection | undefined;
  const start = ({ target }: DragEvent) => {
    const selected = quill.getSelection();
    const image = target instanceof HTMLImageElement ? quill.scroll.find(target)?.offset(quill.scroll) : undefined;
    const isSelected = selected && (image === undefined || isWithin(selected, image, image + 1));
    dragged = isSelected ? selected : image === undefined ? undefined : { index: image, length: 1 };
  };
  // The title takes words alone: browsers would take an image out of the text and put it nowhere.
  const drop = (event: DragEvent) => {
    const isElsewhere = !quill.root.contains(event.target as Node);
    if (dragged && isElsewhere && imagesIn(quill, dragged).length > 0) event.preventDefault();
  };
  quill.root.addEventListener('dragstart', start, { signal });
  document.addEventListener('drop', drop, { signal });
  // Does not come from an element that has been moved, and so is not in the page any more.
  quill.root.addEventListener('dragend', () => (dragged = undefined), { signal });
  return {
    dropAt(place) {
      if (!dragged) return false;
      if (place !== undefined) move(quill, dragged, place);
      dragged = undefined;
      return true;
    },
  };
}

const isWithin = ({ index, length }: Selection, from: number, to: number) => from >= index && to <= index + length;

function move(quill: Quill, from: Selection, place: number): void {
  const { index, length } = from;
  // Code holds no images.
  const isRefused = quill.getFormat(place)['code-block'] !== undefined && imagesIn(quill, from).length > 0;
  if (length === 0 || isRefused || isWithin(from, place, place)) return;
  const { ops } = quill.getContents(index, length);
  const steps =
    place < index
      ? [{ retain: place }, ...ops, { retain: index - place }, { delete: length }]
      : [{ retain: index }, { delete: length }, { retain: place - index - length }, ...ops];
  // A step of its own for undoing.
  quill.history.cutoff();
  quill.updateContents(new Delta(steps.filter((step) => step.retain !== 0)), 'user');
  quill.history.cutoff();
  quill.setSelection(place < index ? place : place - length, length);
}
