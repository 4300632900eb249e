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
  /** Names the case in the page's URL. */
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
      'A shop for clothes and shoes. Search forgives spelling mistakes, the cart survives a reload, and every order gets its number before it is sent, so a bad connection never places it twice.',
  },
  {
    title: 'Ecommerce',
    id: 'case-2',
    sett: 'creek',
    line: 'An online store with search, cart and checkout, built for small screens first.',
    story:
      'A shop for bags, with prices in naira and dollars side by side. Pictures are sized for the screen they appear on, and the last page before payment is the lightest of all.',
  },
  {
    title: 'Ecommerce',
    id: 'case-3',
    sett: 'mangrove',
    line: 'An online store with search, cart and checkout, built for small screens first.',
    story:
      'A skincare shop that one person runs from her phone. Stock, orders and delivery notes are one list, and customers can pay without creating an account.',
  },
];

/** How a project runs. */
export const steps = [
  { title: 'You tell us', text: 'Call, or write and say what you want to build. A few sentences are enough to start.' },
  {
    title: 'We set the threads',
    text: 'We ask questions, sketch, and write down what the product must do and what it can do without.',
  },
  {
    title: 'We build, you look',
    text: 'The work grows in stages. You see each one on your own phone and say what stays.',
  },
  { title: 'It goes live', text: 'We test it, put it online, and hand it over with everything you need to run it.' },
] as const;

/** The key facts, in the order in which they are counted. */
export const facts = [
  { target: 5, label: 'years of experience' },
  { target: 20, suffix: '+', label: 'projects' },
  { target: 7, suffix: '+', label: 'people' },
];
