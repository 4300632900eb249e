/** What only the home page says. */
import type { SettName } from 'shared/theme/cloth/weave';

export const industries = [
  'Healthcare',
  'E-commerce',
  'Fintech',
  'Education',
  'Logistics',
  'Real estate',
  'Energy',
  'Hospitality',
] as const;

interface Case {
  title: string;
  /** Names the case in the page's address. */
  id: string;
  /** The colourway of its storefront. */
  sett: SettName;
  /** On the card. */
  line: string;
  /** In the preview. */
  story: string;
}

/** The portfolio's three cases. */
export const cases: readonly Case[] = [
  {
    title: 'Ecommerce',
    id: 'case-1',
    sett: 'harmattan',
    line: 'An online store with search, cart and checkout, built for small screens first.',
    story:
      'A shop for clothes and shoes. Search forgives spelling, the cart is still there after a reload, and an order gets its number before it is sent, so that a bad line never makes it twice.',
  },
  {
    title: 'Ecommerce',
    id: 'case-2',
    sett: 'creek',
    line: 'An online store with search, cart and checkout, built for small screens first.',
    story:
      'A shop for bags, with prices in naira and dollars side by side. Pictures are cut to the size of the screen that asks for them, and the last page before payment is the smallest of all.',
  },
  {
    title: 'Ecommerce',
    id: 'case-3',
    sett: 'mangrove',
    line: 'An online store with search, cart and checkout, built for small screens first.',
    story:
      'A shop for skincare, kept by one person from her phone. Stock, orders and delivery notes are one list, and a customer can pay without making an account.',
  },
];

/** How a project runs. */
export const steps = [
  { title: 'You tell us', text: 'Call, or write what you want to build. A few sentences are enough to begin.' },
  {
    title: 'We set the threads',
    text: 'We ask, draw and write down what the product must do, and what it can do without.',
  },
  {
    title: 'We build, you look',
    text: 'The work grows in stages. You see each one on your own phone and say what stays.',
  },
  { title: 'It goes live', text: 'We test it, put it online, and hand it over with what you need to run it.' },
] as const;

/** The key facts, in the order in which they are counted. */
export const facts = [
  { target: 5, label: 'years of experience' },
  { target: 20, suffix: '+', label: 'projects' },
  { target: 7, suffix: '+', label: 'people' },
];
