/**
 * The company's identity: the one place to change its name, phone, mail or address.
 * Values marked "placeholder" must be replaced before launch.
 */
export const company = {
  name: 'Portloom',
  tagline: 'Software, cut to fit.',
  description: 'Web, mobile and design work from Port Harcourt, Rivers State, Nigeria.',
  phone: { display: '+234 800 000 0000', href: 'tel:+2348000000000' }, // placeholder
  email: { display: 'hello@portloom.example', href: 'mailto:hello@portloom.example' }, // placeholder
  address: ['12 Mangrove Close', 'Port Harcourt, Rivers State', 'Nigeria'], // placeholder
  mailingAddress: ['P.M.B. 0000, Port Harcourt', 'Rivers State, Nigeria'], // placeholder
  hours: { days: 'Monday to Saturday', time: '7:00am to 5PM' },
  social: [
    { name: 'X', href: 'https://x.com/' }, // placeholder
    { name: 'Instagram', href: 'https://instagram.com/' }, // placeholder
    { name: 'Facebook', href: 'https://facebook.com/' }, // placeholder
    { name: 'GitHub', href: 'https://github.com/' }, // placeholder
  ],
  /** How soon we answer what is sent to us: to be confirmed before launch. */
  answersWithin: { message: 'two working days', application: 'ten working days' },
  copyrightYear: 2024,
};

export type Company = typeof company;
