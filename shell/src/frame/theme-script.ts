/** What the document says of the theme before any application is there. For the server only. */
import { colours } from 'shared/theme/tokens';
import { THEME_KEY } from './theme.ts';

/** Colour of the browser's own bars; the script changes it with the theme. */
export const themeColour: string = colours.light.ground;

/**
 * Runs in the head, behind the `theme-color` element: gives the body the class of the theme that the visitor chose in
 * the moment the body comes to be. A script inside the body would be too late on a slow machine, where the browser
 * paints between any two elements. Storage may be forbidden, then the default stays.
 */
export const themeScript =
  `try{if(localStorage.getItem('${THEME_KEY}')==='dark'){` +
  `document.querySelector('[name=theme-color]').content='${colours.dark.ground}';` +
  `new MutationObserver((_,o)=>{let b=document.body;if(b){o.disconnect();b.classList.replace('light','dark')}})` +
  `.observe(document.documentElement,{childList:true})}}catch{}`;
