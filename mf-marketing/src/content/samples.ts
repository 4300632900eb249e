/**
 * Sample content, the one place for it: people and their words that are not real. Replace all of it before launch,
 * then empty {@link sampleNote}, and the pages no longer say that they show samples.
 */

/** Said wherever samples are shown. */
export const sampleNote = 'Sample content, to be replaced with real names and quotes before launch.';

export interface Member {
  name: string;
  role: string;
}

/** Ten people; the roles are the specification's. */
export const team: readonly Member[] = [
  { name: 'Tonye Briggs', role: 'CEO' },
  { name: 'Ibiso Harry', role: 'CTO' },
  { name: 'Chidi Okafor', role: 'Software Developer' },
  { name: 'Amina Yusuf', role: 'Product Manager' },
  { name: 'Boma Jack', role: 'UX/UI Designer' },
  { name: 'Ngozi Eze', role: 'QA' },
  { name: 'Soala Pepple', role: 'DevOps Engineer' },
  { name: 'Femi Adeyemi', role: 'Marketing Manager' },
  { name: 'Ebiere Tari', role: 'Sales Representative' },
  { name: 'Kelechi Obi', role: 'Customer Support Specialist' },
];

export interface Testimonial {
  name: string;
  position: string;
  text: string;
}

/** The story that opens the testimonials page; the first of the home page's. */
export const featuredStory: Testimonial = {
  name: 'Adaeze N.',
  position: 'Operations lead, cold-chain logistics',
  text: 'They asked more in the first hour than our last agency did in a year. What they built is half the size, and our depots use all of it.',
};

/** The home page's carousel. */
export const clientWords: readonly Testimonial[] = [
  featuredStory,
  {
    name: 'Ibrahim S.',
    position: 'Founder, grocery delivery',
    text: 'Our order form had eleven fields and now has four. Nobody has asked where the other seven went.',
  },
  {
    name: 'Preye D.',
    position: 'Programme manager, health clinic',
    text: 'I followed the work on my own phone, at the desk where it is used. Launch day was quiet.',
  },
  {
    name: 'Lola A.',
    position: 'Brand manager, skincare',
    text: 'The box and the app share one look now, and people notice it at the till.',
  },
];

const hints = [
  'Placeholder for a client’s own words. Two or three sentences read best here.',
  'Placeholder text. Ask what changed in the business after launch, and quote that.',
  'Placeholder for a short quote about how the work was done.',
];

/** The twenty entries of the testimonials page. */
export const testimonials: readonly Testimonial[] = Array.from({ length: 20 }, (_, index) => ({
  name: `Client ${String.fromCharCode('A'.charCodeAt(0) + index)}`,
  position: 'Role, company',
  text: hints[index % hints.length]!,
}));
