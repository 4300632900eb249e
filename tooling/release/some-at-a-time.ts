/**
 * Results of the work on each item, in their order, a few at a time: with all at once, those that a bucket gets to last
 * would wait longer than it may take to answer.
 */
export async function someAtATime<Item, Result>(
  items: readonly Item[],
  limit: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const left = items.entries();
  const worker = async (): Promise<void> => {
    for (const [at, item] of left) results[at] = await work(item);
  };
  await Promise.all(Array.from({ length: limit }, worker));
  return results;
}
