/** What the company does: six services, in the specification's order. */
import { href, paths } from '../contracts/paths.ts';

export interface Service {
  /** Names the service in URLs: `/getInTouch?service=web`. */
  slug: 'web' | 'mobile' | 'ui-ux' | 'graphic' | 'backend' | 'frontend';
  title: string;
  /** The side menu's spelling, as the specification has it. */
  menuLabel: string;
  /** One sentence. */
  description: string;
  /** The cloth that represents the service everywhere, by its name in the theme. */
  sett: 'harmattan' | 'nightferry' | 'hibiscus' | 'palmoil' | 'mangrove' | 'creek';
}

export const services: readonly Service[] = [
  {
    slug: 'web',
    title: 'Web Development',
    menuLabel: 'Web Development',
    description: 'Sites and web applications that open quickly on an ordinary phone with an ordinary connection.',
    sett: 'harmattan',
  },
  {
    slug: 'mobile',
    title: 'Mobile App Development',
    menuLabel: 'Mobile App Development',
    description: 'One app for Android and iPhone, from the first sketch to its page in both stores.',
    sett: 'nightferry',
  },
  {
    slug: 'ui-ux',
    title: 'UI/UX Design',
    menuLabel: 'UI/UX design',
    description: 'We watch people use your product, design what they need, and test the design before we build it.',
    sett: 'hibiscus',
  },
  {
    slug: 'graphic',
    title: 'Graphic Design',
    menuLabel: 'Graphic Design',
    description: 'A logo, a package, a poster: one look that holds up at every size.',
    sett: 'palmoil',
  },
  {
    slug: 'backend',
    title: 'Backend Development',
    menuLabel: 'Backend Development',
    description: 'Servers, payments and data that keep answering on your busiest day.',
    sett: 'mangrove',
  },
  {
    slug: 'frontend',
    title: 'Frontend Development',
    menuLabel: 'Front_End Development',
    description: 'Your design as working screens, accurate to the pixel and usable with a thumb or a keyboard.',
    sett: 'creek',
  },
];

/** Where a service's button leads: `/getInTouch?service=web`. */
export const serviceHref = ({ slug }: Pick<Service, 'slug'>): string => `${href(paths.getInTouch)}?service=${slug}`;

/** The service that the page's query names (`?service=web`). Undefined if it names none, or an unknown one. */
export function serviceOf(search: string): Service | undefined {
  const slug = new URLSearchParams(search).get('service');
  return services.find((service) => service.slug === slug);
}
