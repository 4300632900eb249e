/** A log whose lines a test can wait for. */
export interface EventLog {
  info: (facts: object, text: string) => void;
  warn: (facts: object, text: string) => void;
  error: (facts: object, text: string) => void;
  /** Resolves when `text` has been logged `times` times since the log was made. */
  seen: (text: string, times?: number) => Promise<void>;
}

export function eventLog(): EventLog {
  const counts = new Map<string, number>();
  const waiting: { text: string; times: number; resolve: () => void }[] = [];
  const note = (_facts: object, text: string) => {
    counts.set(text, (counts.get(text) ?? 0) + 1);
    for (const wait of waiting) if ((counts.get(wait.text) ?? 0) >= wait.times) wait.resolve();
  };
  return {
    info: note,
    warn: note,
    error: note,
    seen: (text, times = 1) =>
      new Promise((resolve) => {
        if ((counts.get(text) ?? 0) >= times) resolve();
        else waiting.push({ text, times, resolve });
      }),
  };
}
