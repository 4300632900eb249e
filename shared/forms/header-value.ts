/**
 * A value that came with a form, as a header of the call that it leads to. What no header can hold, or is longer than
 * any value of ours, becomes `-`, which is none of them.
 */
export function headerValue(value: string): string {
  return /^[!-~]{0,100}$/.test(value) ? value : '-';
}
