import { testimonials, type Testimonial } from '../../content/samples.ts';

/** How many entries a page has (specification, section 9). */
const PAGE_SIZE = 6;

/** The entries by page. */
export const pages: readonly (readonly Testimonial[])[] = Array.from(
  { length: Math.ceil(testimonials.length / PAGE_SIZE) },
  (_, page) => testimonials.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE),
);

/** The page that a URL names (`?page=2`); the first one if it names none that exists. */
export function pageOf(search: string): number {
  const page = Number(new URLSearchParams(search).get('page'));
  return pages[page - 1] ? page : 1;
}
