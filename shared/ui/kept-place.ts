/**
 * What a visitor has opened on a page, kept in the page's entry of the browser's history: who comes back finds it as it
 * was left. React Router writes its own properties beside it, and a new page begins with an entry of its own.
 */

type Kept = Record<string, unknown> | null;

/** @param name different for all that one page keeps */
export function placeKept<T extends string | number>(name: string): T | undefined {
  return (history.state as Kept)?.[name] as T | undefined;
}

export function keepPlace(name: string, value: string | number): void {
  history.replaceState({ ...(history.state as Kept), [name]: value }, '');
}
