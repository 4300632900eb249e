/** Texts that only the home page uses. */
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
