/**
 * The identity's values: the only place where raw colours, sizes and times are written. Components use the CSS
 * variables that {@link rootVariables} and {@link themeVariables} make of them, never the values.
 */

export type ThemeName = 'light' | 'dark';

/** Role colours. Contrast of the pairs is checked in tokens.test.ts. */
export const colours = {
  light: {
    ground: '#fcfbf8',
    surface: '#ffffff',
    sunken: '#f4f0e8',
    tint: '#fae3da',
    'tint-surface': '#ffffff',
    text: '#141b45',
    'text-2': '#4a4f70',
    'text-3': '#5f6482',
    line: '#e2dccf',
    'line-strong': '#7c7e95',
    accent: '#b3301d',
    'accent-hover': '#8f2415',
    action: '#141b45',
    'action-hover': '#26306b',
    'on-action': '#fcfbf8',
    band: '#141b45',
    'band-2': '#1d2555',
    'on-band': '#f8f3e9',
    'on-band-2': '#c3c6dc',
    'band-line': '#3a4279',
    focus: '#2b3f9e',
    'focus-on-band': '#f4b437',
    error: '#a8123b',
    'error-bg': '#fdeaee',
    success: '#12654a',
    'success-bg': '#e3f3ec',
    warning: '#7a4b00',
    'warning-bg': '#fdf0d2',
    info: '#2b3f9e',
    'info-bg': '#e9edfb',
    mark: '#f4b437',
    'mark-hover': '#ffc95e',
    'on-mark': '#141b45',
    scrim: 'rgba(12,16,38,.56)',
  },
  dark: {
    ground: '#0d1128',
    surface: '#151a38',
    sunken: '#11152f',
    tint: '#30141d',
    'tint-surface': '#401e28',
    text: '#f8f3e9',
    'text-2': '#c0c3d9',
    'text-3': '#9499ba',
    line: '#2a3059',
    'line-strong': '#757ba6',
    accent: '#ff9078',
    'accent-hover': '#ffb3a1',
    action: '#f4b437',
    'action-hover': '#ffc95e',
    'on-action': '#141b45',
    band: '#171d47',
    'band-2': '#20275a',
    'on-band': '#f8f3e9',
    'on-band-2': '#c3c6dc',
    'band-line': '#3a4279',
    focus: '#f4b437',
    'focus-on-band': '#f4b437',
    error: '#ff93a9',
    'error-bg': '#35142a',
    success: '#6fd6ac',
    'success-bg': '#0f2e33',
    warning: '#f7c55f',
    'warning-bg': '#312716',
    info: '#a9b8ff',
    'info-bg': '#1a2250',
    mark: '#f4b437',
    'mark-hover': '#ffc95e',
    'on-mark': '#141b45',
    scrim: 'rgba(4,6,18,.7)',
  },
} as const;

/** Thread colours: decorative, only ever seen in cloth. */
export const threads = {
  light: {
    ink: '#141b45',
    indigo: '#2b3f9e',
    madder: '#d8412b',
    marigold: '#f4b437',
    blush: '#f3bfae',
    cotton: '#fbf8f1',
    mangrove: '#1d7a5f',
  },
  dark: {
    ink: '#1d2658',
    indigo: '#3b52bd',
    madder: '#d8452f',
    marigold: '#eeb03a',
    blush: '#e9b3a2',
    cotton: '#f1ebde',
    mangrove: '#1f7d62',
  },
} as const;

export type ThreadName = keyof typeof threads.light;

/** Colours that do not follow the theme: a sewn label is cotton with ink by day and by night. */
export const fixedColours = {
  label: '#fbf8f1',
  'on-label': '#141b45',
  'on-label-2': '#474c6b',
  'label-stitch': '#b3301d',
  'focus-on-label': '#2b3f9e',
} as const;

/** Everything that is not a colour, by CSS variable name. Type sizes are fluid between 360 and 1440 px. */
const measures = {
  's-section': 'clamp(48px, 22px + 6.67vw, 118px)',
  gutter: 'clamp(20px, 2.4px + 4.89vw, 72px)',
  gap: 'clamp(16px, 10px + 1.67vw, 32px)',
  container: '1296px',
  measure: '68ch',
  target: '44px',
  control: '52px',
  header: '84px',
  'header-mobile': '68px',
  'header-compact': '60px',
  selvedge: '8px',
  'r-control': '4px',
  'r-card': '6px',
  'r-panel': '10px',
  'sh-menu': '0 24px 64px -16px rgba(12,16,38,.38)',
  'sh-label': '0 10px 24px -10px rgba(12,16,38,.45)',
  'f-display': '"Ojuju","Ojuju Fallback",Georgia,serif',
  'f-text': '"Figtree","Figtree Fallback",system-ui,-apple-system,"Segoe UI",Roboto,sans-serif',
  'f-mono': 'ui-monospace,"SF Mono","Cascadia Code",Menlo,Consolas,monospace',
  't-hero': 'clamp(4.25rem, 2.8rem + 6.45vw, 8.6rem)',
  't-h1': 'clamp(2.5rem, 1.667rem + 3.704vw, 5rem)',
  't-h2': 'clamp(2rem, 1.5rem + 2.222vw, 3.5rem)',
  't-h3': 'clamp(1.375rem, 1.25rem + .556vw, 1.75rem)',
  't-h4': '1.1875rem',
  't-figure': 'clamp(5rem, 2.667rem + 10.37vw, 12rem)',
  't-lead': 'clamp(1.125rem, 1.042rem + .37vw, 1.375rem)',
  't-body': '1.0625rem',
  't-small': '.9375rem',
  't-micro': '.8125rem',
  ease: 'cubic-bezier(.2,.7,.2,1)',
  'd-control': '160ms',
  'z-header': '50',
  'z-menu': '80',
  'z-toast': '90',
} as const;

function declarations(values: Record<string, string>, prefix = '--'): string {
  return Object.entries(values)
    .map(([name, value]) => `${prefix}${name}:${value};`)
    .join('');
}

/** CSS declarations that hold in both themes. */
export const rootVariables: string = declarations(measures) + declarations(fixedColours);

/** CSS declarations of one theme: role colours, threads and the browser's own colour scheme. */
export function themeVariables(theme: ThemeName): string {
  return `color-scheme:${theme};${declarations(colours[theme])}${declarations(threads[theme], '--th-')}`;
}

/** Where more contrast is asked for, text has 7:1 (WCAG 1.4.6): roles that take another's colour, in both themes. */
export const strongerRoles = {
  'text-2': 'text',
  line: 'line-strong',
  accent: 'accent-hover',
  'band-line': 'on-band',
} as const;
/** Roles that have their own colour then. Placeholders are among them: in the colour of text they look typed. */
export const strongerColours = {
  light: { 'text-3': '#444867', error: '#860e30', success: '#0c4b37', warning: '#5c3800' },
  dark: { 'text-3': '#b1b5cf', error: '#ffa3b3' },
} as const;

/** CSS declarations of each theme, and of both, where more contrast is asked for. */
export const contrastVariables = {
  light: declarations(strongerColours.light),
  dark: declarations(strongerColours.dark),
  both: declarations(
    Object.fromEntries(Object.entries(strongerRoles).map(([role, other]) => [role, `var(--${other})`])),
  ),
};

/**
 * What the dark theme changes in the light one, which the root has: declarations that are the same in both are left
 * out.
 */
export const darkVariables: string = themeVariables('dark')
  .split(';')
  .filter((declaration) => !themeVariables('light').split(';').includes(declaration))
  .join(';');
