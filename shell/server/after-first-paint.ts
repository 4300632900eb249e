/**
 * How a document asks for its application: once the first view is painted, so that nothing competes with that
 * (decision 146).
 */

/** A tab in the background is not painted, and some browsers do not say when they paint. In milliseconds. */
export const UNTOLD_MS = 1_000;

/**
 * As text: the policy names its hash. It begins with the first paint or with the timer; whichever comes second finds
 * the template in front of it empty. That stays, since removing it would make the browser compute the styles of the
 * whole body again. Every page carries it, so names are short: what the template holds (the main script `m` and the
 * preloads `p`), to begin, to start.
 */
export const afterFirstPaintScript =
  '{let d=document,h=d.currentScript.previousSibling.content.children,b=()=>{' +
  'let[m,...p]=h,s=()=>d.head.append(m);if(m){m.remove();d.head.append(...p);' +
  "d.readyState=='loading'?addEventListener('DOMContentLoaded',s):s()}};" +
  `setTimeout(b,${UNTOLD_MS});new PerformanceObserver(b).observe({type:'paint',buffered:1})}`;

/**
 * Within a `<template>` the browser asks for nothing. Preloads need no hash of their own: the document's import map
 * has it.
 * @param main URL of the module that starts the application. It is run when the whole document is there
 * @param others URLs of modules that it will need
 */
export const afterFirstPaint = (main: string, others: readonly string[]): string =>
  `<template><script type="module" src="${main}"></script>` +
  [main, ...others].map((url) => `<link rel="modulepreload" href="${url}">`).join('') +
  `</template><script>${afterFirstPaintScript}</script>`;
