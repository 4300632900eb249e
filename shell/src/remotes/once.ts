/** Makes work that is done once, however often it is asked for; after it failed, again. */
export function once<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let begun: Promise<Result> | undefined;
  return () =>
    (begun ??= work().catch((error: unknown) => {
      begun = undefined;
      throw error;
    }));
}
