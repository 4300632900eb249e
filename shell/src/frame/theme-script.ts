/** What the document itself does about the theme before any application code runs. For the server only. */
import { colours } from 'shared/theme/tokens';
import { THEME_KEY } from './theme.ts';

/** Colour of the browser's own bars; the script changes it with the theme. */
export const themeColour: string = colours.light.ground;

/**
 * Runs in the head, after the `theme-color` element: as soon as the body exists, it gets the class of the theme that
 * the visitor chose. A script inside the body would be too late on a slow machine, where the browser paints between any
 * two elements. Storage may be forbidden; then the default stays.
 */
export const themeScript =
  `try{if(localStorage.${THEME_KEY}=='dark'){let d=document;` +
  `d.querySelector('[name=theme-color]').content='${colours.dark.ground}';` +
  `new MutationObserver((_,o)=>{let b=d.body;if(b){o.disconnect();b.classList.replace('light','dark')}})` +
  `.observe(d.documentElement,{childList:true})}}catch{}`;
