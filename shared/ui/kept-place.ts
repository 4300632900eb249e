/**
 * What a visitor has opened on a page, kept in the page's entry of the browser's history: on the way back it is as it
 * was left. React Router writes its own properties beside it, and a new page begins with its own entry.
 */

type Kept = Record<string, unknown> | null;

/** @param name different for all that one page keeps */
export function placeKept<T extends string | number>(name: string): T | undefined {
  return (history.state as Kept)?.[name] as T | undefined;
}

export function keepPlace(name: string, value: string | number): void {
  history.replaceState({ ...(history.state as Kept), [name]: value }, '');
}
