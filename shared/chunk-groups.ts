/** Modules of shared that are bundled together in the builds of remotes, because the same pages need them. */
export const sharedChunks = {
  /** What every route table needs. */
  start: /contracts.paths/,
  /** What nearly every page is made of. */
  base: /shared.(ui.(banner|below|button|layout|links|icons|page-head|structured-data|server-rendered|sewn-label)|contracts.(after-next-frame|shell))\.tsx?$/,
  /** What every page with a form is made of. */
  form: /shared.(ui.(answer|field|loader|spam-trap)|contracts.spam-trap|forms.(busy-button|inputs|sent))\.tsx?$/,
};
