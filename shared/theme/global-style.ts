/**
 * Rules that hold on the whole site: reset, type, focus, selection, and the few shared classes, as plain CSS. The
 * shell puts them into the document; remotes rely on them and never bring their own.
 */
import { colours, contrastVariables, darkVariables, rootVariables, themeVariables, type ThemeName } from './tokens.ts';

/**
 * The ground as it looks behind a dialog's backdrop. One colour, because browsers paint no image where a scrollbar was.
 */
function groundBehindDialog(theme: ThemeName): string {
  const { ground, scrim } = colours[theme];
  const [red = 0, green = 0, blue = 0, alpha = 0] = scrim.match(/[\d.]+/g)!.map(Number);
  const mixed = [red, green, blue].map((channel, at) => {
    const below = Number.parseInt(ground.slice(1 + 2 * at, 3 + 2 * at), 16);
    return Math.round(alpha * channel + (1 - alpha) * below);
  });
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

export const globalStyle = `
  :root { ${rootVariables} }
  :root, body.light { ${themeVariables('light')} }
  @media (prefers-contrast: more) {
    :root, body.light { ${contrastVariables.light} }
  }
  /* Paper is always light. */
  @media not print {
    :root:has(body.dark) { color-scheme: dark; }
    body.dark { ${darkVariables} }
    @media (prefers-contrast: more) {
      body.dark { ${contrastVariables.dark} }
    }
  }
  @media (prefers-contrast: more) {
    :root body { ${contrastVariables.both} }
  }

  *, *::before, *::after { box-sizing: border-box; }
  [hidden]:not([hidden='until-found']) { display: none !important; }
  html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; scroll-padding: 96px 0 12px; }
  /* The backdrop does not cover the scrollbar's gutter, so the gutter gets the colour that it would have behind it. */
  html:has(dialog:modal) {
    overflow: hidden;
    scrollbar-gutter: stable;
    background: ${groundBehindDialog('light')};
  }
  @media not print {
    html:has(body.dark):has(dialog:modal) {
      background: ${groundBehindDialog('dark')};
    }
  }
  body {
    --check: conic-gradient(var(--th-madder) 25%, var(--th-marigold) 0 50%, var(--th-madder) 0 75%, var(--th-marigold) 0);
    margin: 0;
    background: var(--ground);
    color: var(--text);
    font: 400 var(--t-body) / 1.6 var(--f-text);
    -webkit-font-smoothing: antialiased;
    text-rendering: optimizeLegibility;
    overflow-wrap: break-word;
  }
  img, svg { display: block; flex: none; max-width: 100%; }
  h1, h2, h3, h4, p, ul, ol, dl, dd, figure, blockquote, fieldset { margin: 0; padding: 0; border: 0; }
  nav ul, nav ol, ul[role='list'], ol[role='list'] { list-style: none; }
  h1, h2, h3 { font-family: var(--f-display); font-weight: 700; text-wrap: balance; color: inherit; }
  h1 { font-size: min(var(--t-h1), 13vw); line-height: 1; letter-spacing: -.018em; }
  h2 { font-size: var(--t-h2); line-height: 1.04; letter-spacing: -.014em; }
  h3 { font-size: var(--t-h3); line-height: 1.16; letter-spacing: -.008em; }
  h4 { font-size: var(--t-h4); line-height: 1.3; font-weight: 650; }
  p { text-wrap: pretty; }
  /* What visitors write may run from right to left: each text runs as its first letter says. */
  h1, h3, p, input, textarea { unicode-bidi: plaintext; }
  a {
    color: inherit;
    text-underline-offset: .22em;
    text-decoration-thickness: 1.5px;
    text-decoration-color: color-mix(in srgb, currentColor 45%, transparent);
  }
  a:hover { text-decoration-color: currentColor; }
  :focus-visible { outline: 3px solid var(--focus); outline-offset: 3px; border-radius: 2px; }
  /* Focused by script on arrival, but not a control: no outline. */
  [tabindex='-1']:focus:not(button) { outline: 0; }
  ::selection { background: var(--mark); color: var(--on-mark); }
  button, input, textarea, select { font: inherit; color: inherit; }

  .icon { fill: none; stroke: currentColor; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
  /* Cloths keep their colours; between their loose threads shows the page, which does not. */
  @media (forced-colors: active) {
    [fill='var(--ground)'] { fill: Canvas; }
  }
  .visually-hidden {
    position: absolute !important;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }

  @media print {
    /* Browsers print no grounds, so that what is light on dark would be light on white. */
    main {
      --band: none;
      --on-band: var(--text);
      --on-band-2: var(--text);
      --action: none;
      --on-action: var(--text);
    }
    body { padding: 0 !important; }
    h2, h3 { break-after: avoid; }
    main :has(> svg), [data-card], li, tr { break-inside: avoid; }
    #root > :not(main) { display: none !important; }
  }

  @media (prefers-reduced-motion: reduce) {
    *, *::before, *::after { animation: none !important; transition: none !important; scroll-behavior: auto !important; }
  }
`;
