interface Queue {
  /** How many may wait. */
  longest: number;
  /** The error when the queue is full. */
  full: () => Error;
}

/** @returns a function that runs what it is given, at most `limit` at a time; the others wait in order */
export function turns(limit: number, queue?: Queue): <T>(work: () => Promise<T>) => Promise<T> {
  let free = limit;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (queue && waiting.length >= queue.longest) throw queue.full();
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}
