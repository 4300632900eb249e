/** The columns of the footer. */
import { href, paths } from '../contracts/paths.ts';
import { about, blog, career, contact, howItWorks, industries, services, type NavigationLink } from './navigation.ts';

const industryNames = ['Healthcare', 'E-commerce', 'Fintech', 'Education', 'Logistics', 'Real estate'];

export const footerColumns: readonly { title: string; links: readonly NavigationLink[] }[] = [
  { title: 'Industries', links: industryNames.map((label) => ({ label, to: industries.to })) },
  { title: 'Company', links: [about, services, career, blog, contact] },
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
      howItWorks,
    ],
  },
];
