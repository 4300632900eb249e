/**
 * How a document asks for its application: once the first view is painted, so that nothing competes with that
 * (decision 146).
 */

const ID = 'app';
/** A tab in the background is not painted, and some browsers do not say when they paint. In milliseconds. */
export const UNTOLD_MS = 1_000;

/**
 * As text: the policy names its hash. Whichever comes first, paint or timer, begins; the other then finds the template
 * empty, or gone with its part of the page. The empty template stays: removing it would make the browser compute the
 * styles of the whole body again.
 */
export const afterFirstPaintScript =
  "(begin=>{new PerformanceObserver(begin).observe({type:'paint',buffered:true});" +
  `setTimeout(begin,${UNTOLD_MS})})(()=>{` +
  `const d=document,[main,...preloads]=d.getElementById('${ID}')?.content.children??[],` +
  'start=()=>d.head.append(main);' +
  'if(main){main.remove();' +
  'd.head.append(...preloads);' +
  "d.readyState=='loading'?addEventListener('DOMContentLoaded',start):start()}})";

/**
 * Within a `<template>` the browser asks for nothing. Preloads need no hash of their own: the document's import map
 * has it.
 * @param main URL of the module that starts the application. It is run when the whole document is there
 * @param others URLs of modules that it will need
 */
export const afterFirstPaint = (main: string, others: readonly string[]): string =>
  `<template id=${ID}><script type="module" src="${main}"></script>` +
  [main, ...others].map((url) => `<link rel="modulepreload" href="${url}">`).join('') +
  `</template><script>${afterFirstPaintScript}</script>`;
