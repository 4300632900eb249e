/** Value of the button `intent` by which other pages hand their text to /new without script. */
export const CONTINUE = 'continue';
