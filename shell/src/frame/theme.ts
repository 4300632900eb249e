/** The theme that the visitor chose: a class on the body, kept in local storage. */

/** Key in local storage; the value is `light` or `dark`. */
export const THEME_KEY = 'theme';

/** What was chosen on this page view; the page may still be on its way to it. */
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

/**
 * Lets the page fade from one look to the other where the browser can, and the visitor does not mind motion. The
 * browser looks at the style of every element twice, before and after the change: each in a task of its own.
 */
function crossFade(change: () => void): void {
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (isCalm || typeof document.startViewTransition !== 'function') return change();
  setTimeout(() => {
    document.startViewTransition(async () => {
      change();
      await nextTask();
    });
  });
}

const nextTask = () => new Promise((resolve) => setTimeout(resolve));

export function toggleTheme(): void {
  const isDark = !(isDarkChosen ?? document.body.classList.contains('dark'));
  isDarkChosen = isDark;
  crossFade(() => show(isDark));
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
