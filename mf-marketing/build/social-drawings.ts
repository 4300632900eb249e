/** The drawings that shared links to the area's pages show. */
import { lozenge } from 'shared/theme/cloth/motifs';
import { backend, graphic, mobile, sheet, web } from 'shared/theme/cloth/service-drawings';
import type { Drawing } from '../../tooling/vite/social-drawings.ts';

/** By the name under which pages import them: `virtual:social-image/<name>`. */
export const socialDrawings: Readonly<Record<string, Drawing>> = {
  about: {
    sett: 'harmattan',
    drawing: () => lozenge(37, 37),
    alt: 'A lozenge cut out of a checked cloth, with the company’s name on a label.',
  },
  services: {
    sett: 'nightferry',
    drawing: mobile,
    alt: 'A phone cut out of a dark checked cloth, with the company’s name on a label.',
  },
  contact: {
    sett: 'palmoil',
    drawing: sheet,
    alt: 'A written page cut out of a yellow checked cloth, with the company’s name on a label.',
  },
  testimonials: {
    sett: 'hibiscus',
    drawing: web,
    alt: 'A browser cut out of a rose checked cloth, with the company’s name on a label.',
  },
  faq: {
    sett: 'creek',
    drawing: graphic,
    alt: 'A circle, a triangle and a square cut out of a blue checked cloth, with the company’s name on a label.',
  },
  legal: {
    sett: 'mangrove',
    drawing: backend,
    alt: 'Three drawers cut out of a green checked cloth, with the company’s name on a label.',
  },
};
