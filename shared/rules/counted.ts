/** A number with its noun: `1 file`, `2 files`. @param noun in the singular, with an ordinary plural */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
