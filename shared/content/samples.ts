/**
 * What on the site is a placeholder for the owner's real content. `npm run admin -- launch` lists each entry with its
 * place, and pages that show sample people or cases say so. Set an entry to false once there is real content.
 */
export const samples: Readonly<Record<Sample, boolean>> = {
  phone: true,
  email: true,
  address: true,
  mailingAddress: true,
  social: true,
  answersWithin: true,
  openings: true,
  team: true,
  quotes: true,
  cases: true,
  jurisdiction: true,
};

export type Sample =
  | 'phone'
  | 'email'
  | 'address'
  | 'mailingAddress'
  | 'social'
  | 'answersWithin'
  | 'openings'
  | 'team'
  | 'quotes'
  | 'cases'
  | 'jurisdiction';
