/** A role for search engines: https://developers.google.com/search/docs/appearance/structured-data/job-posting */
import type { Company } from 'shared/content/company';
import { roleTexts } from 'shared/content/role-texts';
import type { Role } from 'shared/content/roles';
import { href, paths } from 'shared/contracts/paths';

interface PostingFacts {
  company: Pick<Company, 'name' | 'address'>;
  /** The site's public origin. */
  origin: string;
}

/** @returns nothing for a role that the content does not mark as open */
export function jobPosting({ slug, title, about, opening, terms }: Role, { company, origin }: PostingFacts) {
  if (!opening) return undefined;
  const { description, requirements } = roleTexts[slug];
  const [street, place = '', country] = company.address;
  // The town, and what it is in, if that is given.
  const [locality, region] = place.split(', ');
  return {
    '@type': 'JobPosting',
    title,
    description: `<p>${[about, ...description].join('</p><p>')}</p><ul><li>${requirements.join('</li><li>')}</li></ul>`,
    datePosted: opening.since,
    ...(opening.until && { validThrough: opening.until }),
    employmentType: terms.contract.startsWith('Full-time') ? 'FULL_TIME' : 'PART_TIME',
    workHours: terms.hours,
    ...(terms.pay && { baseSalary: salary(terms.pay) }),
    identifier: { '@type': 'PropertyValue', name: company.name, value: slug },
    hiringOrganization: { '@type': 'Organization', name: company.name, sameAs: origin },
    jobLocation: {
      '@type': 'Place',
      address: {
        '@type': 'PostalAddress',
        streetAddress: street,
        addressLocality: locality,
        ...(region && { addressRegion: region }),
        addressCountry: country,
      },
    },
    ...(terms.remoteWithin && {
      jobLocationType: 'TELECOMMUTE',
      applicantLocationRequirements: { '@type': 'Country', name: terms.remoteWithin },
    }),
    directApply: true,
    url: origin + href(paths.role, { slug }),
  };
}

function salary({ currency, from, to, per }: NonNullable<Role['terms']['pay']>) {
  return {
    '@type': 'MonetaryAmount',
    currency,
    value: { '@type': 'QuantitativeValue', minValue: from, maxValue: to, unitText: per.toUpperCase() },
  };
}
