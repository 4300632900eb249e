/**
 * The one place for sample content: people who are not real, and their words. Replace it before launch, and say so in
 * `shared/content/samples.ts`; the pages then no longer say that they show samples.
 */
import { samples } from 'shared/content/samples';

/** Shown wherever there are samples; empty if there are none. */
export const sampleNote =
  samples.team || samples.quotes || samples.cases ? 'The people, quotes and projects on this site are samples.' : '';

export interface Member {
  name: string;
  role: string;
}

/** Ten people; their roles come from the specification. */
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

/** The story that opens the testimonials page, and the first one on the home page. */
export const featuredStory: Testimonial = {
  name: 'Adaeze N.',
  position: 'Operations lead, cold-chain logistics',
  text: 'They asked more in the first hour than our last agency did in a year. What they built is half the size, and our depots use all of it.',
};

/** The testimonials of the home page's carousel. */
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
    text: 'I watched it grow week by week, on my own phone at the front desk. Launch day was quiet.',
  },
  {
    name: 'Lola A.',
    position: 'Brand manager, skincare',
    text: 'The box and the app share one look now, and people notice it at the till.',
  },
];

/** The twenty entries of the testimonials page. */
export const testimonials: readonly Testimonial[] = [
  {
    name: 'Client A',
    position: 'Owner, bakery',
    text: 'Customers order before they come in now, and the queue on Saturday mornings is half as long.',
  },
  {
    name: 'Client B',
    position: 'Head of operations, courier service',
    text: 'They rode along with our drivers before they drew a single screen. It shows.',
  },
  {
    name: 'Client C',
    position: 'Bursar, secondary school',
    text: 'Parents pay fees from their phones and get a receipt. My desk is finally clear.',
  },
  {
    name: 'Client D',
    position: 'Founder, furniture shop',
    text: 'Our old site took ages to load on mobile data. This one is there before you look up.',
  },
  {
    name: 'Client E',
    position: 'Practice manager, dental clinic',
    text: 'Fewer missed appointments, and nobody had to be trained to use it.',
  },
  {
    name: 'Client F',
    position: 'Product lead, savings app',
    text: 'They argued us out of three features. We have not missed one of them.',
  },
  {
    name: 'Client G',
    position: 'Director, estate agency',
    text: 'Every listing looks the way it should on every screen, and we add new ones ourselves.',
  },
  {
    name: 'Client H',
    position: 'Coordinator, youth programme',
    text: 'Clear estimates, a date that held, and a weekly look at what was done.',
  },
  {
    name: 'Client I',
    position: 'Manager, guest house',
    text: 'Bookings come to us directly now, and guests tell us how easy it was.',
  },
  {
    name: 'Client J',
    position: 'Engineer, solar installer',
    text: 'The app works where there is no signal and catches up later. That was the whole point.',
  },
  {
    name: 'Client K',
    position: 'Editor, community paper',
    text: 'The new logo works at the size of a stamp and on the side of a van.',
  },
  {
    name: 'Client L',
    position: 'Head of IT, wholesaler',
    text: 'The code came with notes that our own people understood on the first day.',
  },
  {
    name: 'Client M',
    position: 'Founder, meal delivery',
    text: 'We changed our minds halfway through. They told us what it would cost, and then did it.',
  },
  {
    name: 'Client N',
    position: 'Administrator, language school',
    text: 'Enrolment used to be a folder of paper. Now it is one list that everyone trusts.',
  },
  {
    name: 'Client O',
    position: 'Buyer, fabric market',
    text: 'I can check what is in stock from the bus. I did not think that would matter; it does.',
  },
  {
    name: 'Client P',
    position: 'Partner, accounting firm',
    text: 'Plain words, no jargon, and answers on the same day.',
  },
  {
    name: 'Client Q',
    position: 'Organiser, film festival',
    text: 'Tickets sold out in an hour and the site did not slow down.',
  },
  {
    name: 'Client R',
    position: 'Farm manager, cooperative',
    text: 'The forms ask only what we can answer in the field, and keep it until we have signal.',
  },
  {
    name: 'Client S',
    position: 'Head of marketing, cosmetics',
    text: 'One design for the shop, the app and the packaging. People recognise us now.',
  },
  {
    name: 'Client T',
    position: 'Secretary, residents’ association',
    text: 'Small job, same care. They even fixed a mistake that was ours.',
  },
];
