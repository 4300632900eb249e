/**
 * How a document asks for its application: once the first view is painted, so that nothing competes with that
 * (decision 146).
 */

const ID = 'app';
/** A tab that nobody looks at draws no frame; its application begins all the same. */
const UNSEEN_MS = 1_000;

/**
 * As text: the policy names its hash. The first of frame and timer wins. The empty template stays: were it removed,
 * the browser would find the styles of everything in the body again. When the timer comes, it may be gone with the part
 * of the page that it stands in.
 */
export const afterFirstPaintScript =
  '(begin=>{requestAnimationFrame(()=>setTimeout(begin));' +
  `setTimeout(begin,${UNSEEN_MS})})(()=>{` +
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
