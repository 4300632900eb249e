/** How long a release is kept for a writer that is about to name it in the registry, and may have been interrupted. */
export const WANTED_MS = 60 * 60_000;
