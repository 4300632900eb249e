/** The theme that the visitor chose: a class on the body, kept in local storage. */

/** Key in local storage; the value is `light` or `dark`. */
export const THEME_KEY = 'theme';

/** Shows a theme. Anything but `dark` is light. */
function show(theme: string | null): void {
  const isDark = theme === 'dark';
  const { classList } = document.body;
  classList.toggle('dark', isDark);
  classList.toggle('light', !isDark);
  // The browser's own bars follow the page's ground.
  document
    .querySelector('meta[name="theme-color"]')
    ?.setAttribute('content', getComputedStyle(document.body).backgroundColor);
}

/** Lets the page fade from one look to the other where the browser can, and the visitor does not mind motion. */
function crossFade(change: () => void): void {
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (isCalm || typeof document.startViewTransition !== 'function') change();
  else document.startViewTransition(change);
}

export function toggleTheme(): void {
  const theme = document.body.classList.contains('dark') ? 'light' : 'dark';
  crossFade(() => show(theme));
  try {
    localStorage.setItem(THEME_KEY, theme);
  } catch {
    // Storage is forbidden: the choice holds for this page view.
  }
}

/** Follows the choice that the visitor makes in another tab. */
export function followOtherTabs(): void {
  addEventListener('storage', ({ key, newValue }) => {
    if (key === THEME_KEY) show(newValue);
  });
}
