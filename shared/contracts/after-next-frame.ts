/**
 * Calls `act` once the browser has drawn its next frame. That frame answers a press; the work that the press causes is
 * done for the frame after it (decisions 117 and 136).
 */
export const afterNextFrame = (act: () => void) => void requestAnimationFrame(() => requestAnimationFrame(act));

/**
 * Calls `act` in a task between the frame that answers a press and the frame after it: for work that keeps the browser
 * busy for long (decisions 142 and 143). Cheap work is done for the later frame, by {@link afterNextFrame}.
 */
export const behindNextFrame = (act: () => void) => void requestAnimationFrame(() => setTimeout(act));
