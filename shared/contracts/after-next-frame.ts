/**
 * Does it once the browser has drawn its next frame. A press is answered by that frame, and the work that it causes
 * comes with the one after (decisions 117 and 136).
 */
export const afterNextFrame = (act: () => void) => void requestAnimationFrame(() => requestAnimationFrame(act));

/** Does it behind the frame that answers a press, in a task of its own: for what makes the browser work for long. */
export const behindNextFrame = (act: () => void) => void requestAnimationFrame(() => setTimeout(act));
