/**
 * The company's identity: the one place to change its name, phone, mail or address. samples.ts lists the parts that are
 * samples.
 */
export const company = {
  name: 'Portloom',
  tagline: 'Software, cut to fit.',
  description: 'Web, mobile and design work from Port Harcourt, Rivers State, Nigeria.',
  phone: { display: '+234 800 000 0000', href: 'tel:+2348000000000' },
  email: { display: 'hello@portloom.example', href: 'mailto:hello@portloom.example' },
  address: ['12 Mangrove Close', 'Port Harcourt, Rivers State', 'Nigeria'],
  mailingAddress: ['P.M.B. 0000, Port Harcourt', 'Rivers State, Nigeria'],
  hours: { days: 'Monday to Saturday', time: '7:00am to 5PM' },
  social: [
    { name: 'X', href: 'https://x.com/' },
    { name: 'Instagram', href: 'https://instagram.com/' },
    { name: 'Facebook', href: 'https://facebook.com/' },
    { name: 'GitHub', href: 'https://github.com/' },
  ],
  /** How soon we answer what is sent to us. */
  answersWithin: { message: 'two working days', application: 'ten working days' },
  copyrightYear: 2024,
};

export type Company = typeof company;
