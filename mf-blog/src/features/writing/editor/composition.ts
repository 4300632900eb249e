/** Words that an input method composes from several keys, as in Japanese: replacing their field would end them. */

/** Follows a field from now on. @returns a function that calls back once no word is being composed, perhaps at once */
export function afterComposition(field: HTMLElement): (callback: () => void) => void {
  let isComposing = false;
  let waiting: (() => void) | undefined;
  const proceed = () => {
    if (!isComposing) waiting?.();
  };
  // A word may have been begun before these listeners were added.
  for (const type of ['compositionstart', 'compositionupdate'])
    field.addEventListener(type, () => {
      isComposing = true;
    });
  field.addEventListener('compositionend', () => {
    isComposing = false;
    // Some browsers put the word into the field afterwards, and the next one may begin with the same key.
    setTimeout(proceed);
  });
  return (callback) => {
    waiting = callback;
    proceed();
  };
}

/** What Safari gives the key that ends a word: it reports the word's end first, so that `isComposing` is false. */
const COMPOSED_KEY = 229;

/** Whether a key belongs to a word that is being composed, as Enter does that ends it. */
export const isComposed = ({ isComposing, keyCode }: KeyboardEvent): boolean => isComposing || keyCode === COMPOSED_KEY;
