/** Key of the visitor's choice in local storage: `light` or `dark`. */
export const THEME_KEY = 'theme';

/**
 * Runs first in the body, before anything is painted: sets the class of the theme that the visitor chose. Storage may
 * be forbidden, then the default stays.
 */
export const themeScript = `try{if(localStorage.getItem('${THEME_KEY}')==='dark')document.body.classList.replace('light','dark')}catch{}`;
