/** The links of header and footer. */
import { href, paths } from '../contracts/paths.ts';

export interface NavigationLink {
  label: string;
  to: string;
}

export const headerLinks: readonly NavigationLink[] = [
  { label: 'About Us', to: href(paths.about) },
  { label: 'Services', to: href(paths.services) },
  { label: 'Industries', to: `${href(paths.home)}#industries` },
  { label: 'Career', to: href(paths.career) },
  { label: 'Blog', to: href(paths.blogs) },
];

const industries = ['Healthcare', 'E-commerce', 'Fintech', 'Education', 'Logistics', 'Real estate'];

export const footerColumns: readonly { title: string; links: readonly NavigationLink[] }[] = [
  { title: 'Industries', links: industries.map((label) => ({ label, to: `${href(paths.home)}#industries` })) },
  {
    title: 'Company',
    links: [
      { label: 'About Us', to: href(paths.about) },
      { label: 'Services', to: href(paths.services) },
      { label: 'Career', to: href(paths.career) },
      { label: 'Blog', to: href(paths.blogs) },
      { label: 'Contact Us', to: href(paths.contact) },
    ],
  },
  {
    title: 'Legal',
    links: [
      { label: 'Privacy policy', to: href(paths.privacy) },
      { label: 'Cookie policy', to: href(paths.cookies) },
      { label: 'Disclaimer', to: href(paths.disclaimer) },
      { label: 'Refund & cancellation policy', to: href(paths.refund) },
      { label: 'Terms and conditions', to: href(paths.terms) },
    ],
  },
  {
    title: 'Resources',
    links: [
      { label: 'FAQ', to: href(paths.faq) },
      { label: 'Referral', to: href(paths.referral) },
      { label: 'Testimonials', to: href(paths.testimonials) },
      { label: 'How It Works', to: `${href(paths.home)}#how-it-works` },
    ],
  },
];
