/**
 * How a document asks for its application: once the first view is painted, so that nothing competes with that
 * (decision 146).
 */

const ID = 'app';
/** A tab that nobody looks at draws no frame; its application begins all the same. */
const UNSEEN_MS = 1_000;

/**
 * As text: the policy names its hash. The first of frame and timer wins. Browsers use a preload only if it was made
 * with the hash that the import map asks for.
 */
export const afterFirstPaintScript =
  '(begin=>{requestAnimationFrame(()=>setTimeout(begin));' +
  `setTimeout(begin,${UNSEEN_MS})})(()=>{` +
  `const d=document,held=d.getElementById('${ID}');` +
  'if(held){held.remove();' +
  'const[main,...links]=held.content.children,' +
  "map=JSON.parse(d.querySelector('[type=importmap]').text).integrity,start=()=>d.head.append(main);" +
  "for(const link of links)Object.assign(link,{rel:'modulepreload',integrity:map[link.getAttribute('href')]});" +
  'd.head.append(...links);' +
  "d.readyState=='loading'?addEventListener('DOMContentLoaded',start):start()}})";

/**
 * Within a `<template>` the browser asks for nothing.
 * @param main URL of the module that starts the application. It is run when the whole document is there
 * @param others URLs of modules that it will need
 */
export const afterFirstPaint = (main: string, others: readonly string[]): string =>
  `<template id=${ID}><script type="module" src="${main}"></script>` +
  [main, ...others].map((url) => `<link href="${url}">`).join('') +
  `</template><script>${afterFirstPaintScript}</script>`;
