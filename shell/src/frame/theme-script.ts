/** Key of the visitor's choice in local storage: `light` or `dark`. */
export const THEME_KEY = 'theme';

/**
 * Runs in the head: gives the body the class of the theme that the visitor chose in the moment the body comes to be. A
 * script inside the body would be too late on a slow machine, where the browser paints between any two elements.
 * Storage may be forbidden, then the default stays.
 */
export const themeScript =
  `try{if(localStorage.getItem('${THEME_KEY}')==='dark')` +
  `new MutationObserver((_,o)=>{let b=document.body;if(b){o.disconnect();b.classList.replace('light','dark')}})` +
  `.observe(document.documentElement,{childList:true})}catch{}`;
