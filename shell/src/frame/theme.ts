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

/** Follows the choice that the visitor makes in another tab, or while the browser keeps this page for the way back. */
export function followOtherTabs(): void {
  const follow = (theme: string | null) => {
    isDarkChosen = theme === 'dark';
    show(isDarkChosen);
  };
  addEventListener('storage', ({ key, newValue }) => key === THEME_KEY && follow(newValue));
  addEventListener('pageshow', ({ persisted }) => {
    try {
      if (persisted) follow(localStorage.getItem(THEME_KEY));
    } catch {
      // Storage is forbidden: no other page has left a choice.
    }
  });
}
