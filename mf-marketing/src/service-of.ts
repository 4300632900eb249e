import { services, type Service } from 'shared/content/services';

/** The service that an address names: `?service=web`. Undefined for none and for one that does not exist. */
export function serviceOf(search: string): Service | undefined {
  const slug = new URLSearchParams(search).get('service');
  return services.find((service) => service.slug === slug);
}
