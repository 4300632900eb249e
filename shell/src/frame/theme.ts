/** The theme that the visitor chose: a class on the body, kept in local storage. */
import { behindNextFrame } from 'shared/contracts/after-next-frame';

/** Key in local storage; the value is `light` or `dark`. */
export const THEME_KEY = 'theme';

/** The choice made on this page view; the page may not show it yet. */
let isDarkChosen: boolean | undefined;

function show(isDark: boolean): void {
  const { classList } = document.body;
  classList.toggle('dark', isDark);
  classList.toggle('light', !isDark);
  // The browser's own bars follow the page's ground.
  document
    .querySelector('meta[name="theme-color"]')
    ?.setAttribute('content', getComputedStyle(document.body).backgroundColor);
}

export function toggleTheme(): void {
  const isDark = !(isDarkChosen ?? document.body.classList.contains('dark'));
  isDarkChosen = isDark;
  // Deferred, because the browser computes the style of every element again.
  behindNextFrame(() => show(isDark));
  try {
    localStorage.setItem(THEME_KEY, isDark ? 'dark' : 'light');
  } catch {
    // Storage is forbidden: the choice holds for this page view.
  }
}

/** Follows the choice that the visitor makes in another tab. */
export function followOtherTabs(): void {
  addEventListener('storage', ({ key, newValue }) => {
    if (key !== THEME_KEY) return;
    isDarkChosen = newValue === 'dark';
    show(isDarkChosen);
  });
}
