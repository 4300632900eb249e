/**
 * Does it once the browser has drawn its next frame. A press is answered by that frame, and the work that it causes
 * comes with the one after (decisions 117 and 136).
 */
export const afterNextFrame = (act: () => void) => void requestAnimationFrame(() => requestAnimationFrame(act));

/**
 * Does it in a task between the frame that answers a press and the one after: for what makes the browser work for long
 * (decisions 142 and 143). What is cheap goes with that one, by {@link afterNextFrame}.
 */
export const behindNextFrame = (act: () => void) => void requestAnimationFrame(() => setTimeout(act));
