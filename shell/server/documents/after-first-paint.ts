/**
 * How a document asks for its application: once the first view is painted, so that nothing competes with that
 * (decision 146).
 */

import { ANSWERED_MS } from 'shared/contracts/sent-once';

/** For tabs in the background, which are not painted, and for browsers that report no paints. In milliseconds. */
export const UNTOLD_MS = 1_000;

/**
 * As text: the policy names its hash. The application begins with the first paint or with the timer, whichever comes
 * first; the other then finds the template before this script empty. The empty template stays: removing it would make
 * the browser compute the styles of the whole body again. What is pressed until then is noted for the application
 * (`shell/src/early-presses.ts`), and a form that the browser is sending is not sent twice (`shell/src/sent-once.ts`),
 * until the visitor has left: a visitor who comes back to the page as it was may send it again. Names are short, since
 * every page carries them: `h` is what the template holds (the main script `m`, then the preloads `p`), `b` begins, `s`
 * starts the main script. Of a document's states only 'loading' comes after 'l'.
 */
export const afterFirstPaintScript =
  '{let d=document,h=d.currentScript.previousSibling.content.children,b=()=>{' +
  'let[m,...p]=h,s=()=>d.head.append(m);if(m){m.remove();d.head.append(...p);' +
  "d.readyState>'l'?addEventListener('DOMContentLoaded',s):s()}};" +
  'd.pressed=[];d.onclick=e=>d.pressed.push(e.target);' +
  `onsubmit=e=>e.target.method!='post'||d.sent!=(setTimeout(onpagehide,${ANSWERED_MS}),d.sent=e.target);` +
  'onpagehide=()=>d.sent=0;' +
  `setTimeout(b,${UNTOLD_MS});new PerformanceObserver(b).observe({type:'paint',buffered:1})}`;

/**
 * Within a `<template>` the browser asks for nothing. Preloads need no hash of their own: the document's import map
 * has it.
 * @param main URL of the module that starts the application. It is run when the whole document has arrived
 * @param others URLs of modules that it will need
 */
export const afterFirstPaint = (main: string, others: readonly string[]): string =>
  `<template><script type="module" src="${main}"></script>` +
  [main, ...others].map((url) => `<link rel="modulepreload" href="${url}">`).join('') +
  `</template><script>${afterFirstPaintScript}</script>`;
