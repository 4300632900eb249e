/**
 * Arguments with which the runners refuse a test that is marked `only`. `npm test` would otherwise leave out all the
 * others, and pass.
 */
export const noOnly = { vitest: ['--allowOnly=false'], playwright: ['--forbid-only'] };
