/** A tab whose composition is no longer kept goes on with today's: by a full load of the page, once. */
const KEY = 'loaded-anew';
/** A page that asks for it again within this time would go round in circles, in milliseconds. */
const PAUSE_MS = 60_000;

/** Leaves for the address. @returns false when it did so a moment ago, or cannot know */
export function loadAnew(address: string): boolean {
  try {
    const [last, at] = sessionStorage.getItem(KEY)?.split(' ') ?? [];
    if (last === address && Date.now() - Number(at) < PAUSE_MS) return false;
    sessionStorage.setItem(KEY, `${address} ${Date.now()}`);
  } catch {
    return false;
  }
  location.assign(address);
  return true;
}
