import type { Company } from 'shared/content/company';

/** The company for search engines, as schema.org describes an organisation. */
export function organization({ name, description, phone, email, address, social }: Company, origin: string) {
  return {
    '@type': 'Organization',
    name,
    description,
    url: `${origin}/`,
    logo: `${origin}/favicon.svg`,
    telephone: phone.href.replace('tel:', ''),
    email: email.display,
    address: address.join(', '),
    sameAs: social.map(({ href }) => href),
  };
}
