/** A key for what shows these posts. */
export const idsOf = (posts: readonly { id: number }[]): string => posts.map(({ id }) => id).join();
