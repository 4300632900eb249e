/** The self-hosted faces: their URLs, and the rules that name them. */
import figtree from './fonts/figtree-var-latin.woff2?url';
import ojuju from './fonts/ojuju-700-latin.woff2?url';
import ojujuHeavy from './fonts/ojuju-var-latin.woff2?url';

/** What the first view of every page needs. */
export const fontsToPreload: readonly string[] = [ojuju, figtree];

/** @param more declarations */
const ojujuFace = (url: string, weight: number, more = ''): string => `
@font-face {
  font-family: "Ojuju";
  src: url(${url}) format("woff2");
  font-weight: ${weight};
  font-display: swap;
  ascent-override: 98%;
  descent-override: 28%;
  line-gap-override: 0%;
  ${more}
}`;

/** So that text in letters that the face does not have never loads it. Faces that are preloaded need no such range. */
const ojujuLetters = 'unicode-range: U+20-7E, U+A0-FF, U+2013-2026, U+20AC, U+2212;';

/**
 * `@font-face` rules. The heavy Ojuju is for large figures and for bold words in headings: pages without any never load
 * it. It stays a variable font: outlines for 800 alone would be rounded and give other pixels, whereas those for 700
 * are whole numbers already. The fallbacks are system faces stretched to the same metrics, so that nothing moves when
 * the real ones arrive; Ojuju's overrides set its line in the middle.
 */
export const fontFaces = `
${ojujuFace(ojuju, 700)}
${ojujuFace(ojujuHeavy, 800, ojujuLetters)}
@font-face {
  font-family: "Figtree";
  src: url(${figtree}) format("woff2");
  font-weight: 400 700;
  font-display: swap;
}
@font-face {
  font-family: "Ojuju Fallback";
  src: local("Arial Bold"), local("Arial-BoldMT"), local("Liberation Sans Bold");
  font-weight: 700 800;
  size-adjust: 91.9%;
  ascent-override: 106.6%;
  descent-override: 30.5%;
  line-gap-override: 0%;
}
@font-face {
  font-family: "Figtree Fallback";
  src: local("Arial"), local("ArialMT"), local("Liberation Sans");
  font-weight: 400 499;
  size-adjust: 100.1%;
  ascent-override: 95%;
  descent-override: 25%;
  line-gap-override: 0%;
}
@font-face {
  font-family: "Figtree Fallback";
  src: local("Arial Bold"), local("Arial-BoldMT"), local("Liberation Sans Bold");
  font-weight: 500 700;
  size-adjust: 94.5%;
  ascent-override: 100.5%;
  descent-override: 26.5%;
  line-gap-override: 0%;
}`;
