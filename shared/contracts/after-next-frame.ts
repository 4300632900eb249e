/**
 * Does it once the browser has drawn its next frame. A press is answered by that frame, and the work that it causes
 * comes with the one after (decisions 117 and 136).
 */
export const afterNextFrame = (act: () => void) => void requestAnimationFrame(() => requestAnimationFrame(act));
