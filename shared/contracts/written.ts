/**
 * Event of the window: a call that may change something has been answered, or has failed on the way. What was loaded
 * before may be out of date.
 */
export const WRITTEN = 'written';
