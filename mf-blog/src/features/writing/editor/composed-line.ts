/** It is invisible, and a line that has it is not empty. */
const FILLER = '\u200b';

/**
 * Keeps the line of a word that an input method composes. Safari takes the word away before it writes the final one,
 * and with it an item of a list, or a quotation, that has nothing else in it; the final word is then lost, or joins
 * another line.
 * @param signal ends it
 */
export function keepComposedLine(field: HTMLElement, signal: AbortSignal): void {
  const keep = ({ inputType }: InputEvent) => {
    if (inputType !== 'deleteCompositionText') return;
    const word = getSelection()?.anchorNode;
    if (!(word instanceof Text) || word.parentElement?.closest('li, blockquote')?.textContent !== word.data) return;
    const filler = new Text(FILLER);
    word.after(filler);
    // Once the word is gone, the line is as every empty one.
    const restore = () => filler.replaceWith(document.createElement('br'));
    field.addEventListener('input', restore, { once: true, signal });
  };
  field.addEventListener('beforeinput', keep, { signal });
}
