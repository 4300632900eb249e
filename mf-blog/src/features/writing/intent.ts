/** Value of the button `intent` by which /write hands its text to /new without script. */
export const CONTINUE = 'continue';
