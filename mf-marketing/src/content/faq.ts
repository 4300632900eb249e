/** The seventeen questions, with answers that state the specification's facts and promise nothing beyond them. */
import type { Company } from 'shared/content/company';
import { href, paths } from 'shared/contracts/paths';

export interface Question {
  /** Names the question in URLs: `/faq#cost`. */
  id: string;
  question: string;
  answer: string;
  /** Where to read on. */
  link?: { label: string; to: string };
}

const services = { label: 'Services', to: href(paths.services) };
const contact = { label: 'Contact Us', to: href(paths.contact) };
const refund = { label: 'Refund & cancellation policy', to: href(paths.refund) };
const referral = { label: 'Referral', to: href(paths.referral) };

/** All questions in the order of the page. The first {@link HOME_QUESTIONS} of them are on the home page too. */
export const questions = ({ phone, hours, name }: Company): readonly Question[] => [
  {
    id: 'services',
    question: 'What services do you offer?',
    answer:
      'Web development, mobile app development, UI/UX design, graphic design, front-end development and backend development. Choose one, or combine several for one product.',
    link: services,
  },
  {
    id: 'duration',
    question: 'How long does a project take?',
    answer:
      'Small projects take 4-6 weeks. We split a larger one into stages first, so you know how long each will take before you decide.',
  },
  {
    id: 'cost',
    question: 'How much will my project cost?',
    answer:
      'It depends on what you want built. Write down what you have in mind, even roughly, and ask for an estimate. The more there is to build, the more it costs, so leaving things out is the surest way to bring the price down.',
    link: contact,
  },
  {
    id: 'abroad',
    question: 'Do you work with clients outside Nigeria?',
    answer:
      'Yes. We are based in Port Harcourt, Rivers State, and work with clients elsewhere over calls, a shared board and previews that open on any phone.',
  },
  {
    id: 'after-launch',
    question: 'What happens after launch?',
    answer:
      'We agree that before work begins: what we hand over, who runs it, and what we keep looking after. Tell us in your first message what you would like to leave to us.',
  },
  {
    id: 'start',
    question: 'What do you need from me to start?',
    answer:
      'What your business does, the problem you want solved, and who makes the decisions. Sketches, copy and logins to existing systems help later; you need none of them for a first conversation.',
    link: contact,
  },
  {
    id: 'redesign',
    question: 'Can you redesign a site or app I already have?',
    answer:
      'Yes. Send us the link and tell us what is not working. We look at what people use today, keep that, and cut the rest.',
  },
  {
    id: 'one-service',
    question: 'Can I hire you for one service only?',
    answer:
      'Yes. Each of the six services is available on its own: a logo without a website, or a backend for an app that someone else designs. Choose one on the services page and your message will say which one you mean.',
    link: services,
  },
  {
    id: 'team',
    question: 'Who will work on my project?',
    answer:
      'Some of our 10+ professionals. Design, development, testing and product management are all in-house; who you work with depends on the service.',
    link: { label: 'About Us', to: href(paths.about) },
  },
  {
    id: 'experience',
    question: 'How much experience do you have?',
    answer: `${name} has over 5 years of experience and 20+ projects behind it. Clients rate the work 4.8/5.`,
    link: { label: 'Testimonials', to: href(paths.testimonials) },
  },
  {
    id: 'reach',
    question: 'How do I reach you?',
    answer: `Call ${phone.display} on working days, ${hours.days}, ${hours.time}. You can use the contact form at any time.`,
    link: contact,
  },
  {
    id: 'changes',
    question: 'Can I change my mind while work is under way?',
    answer:
      'Yes. Revisions are part of the work; anything that was not in the agreement is a change of scope, agreed separately before we build it. The policy explains the difference.',
    link: refund,
  },
  {
    id: 'deposit',
    question: 'Is the deposit refundable?',
    answer:
      'No, deposits are not refundable. What else can be refunded depends on how far the work has got when you cancel; the policy covers each phase.',
    link: refund,
  },
  {
    id: 'referral',
    question: 'How does the referral programme work?',
    answer:
      'You share your link. When someone who came through it registers and pays for a service, you earn tokens worth 3 dollars, and we email you to say so.',
    link: referral,
  },
  {
    id: 'redeem',
    question: 'When can I redeem my tokens?',
    answer:
      'One month (30 days) after the person you referred registers. The thirty days run from registration, not from payment.',
    link: referral,
  },
  {
    id: 'tokens',
    question: 'What can I use tokens for?',
    answer: 'For payments, for discounts, or for trading on supported platforms.',
    link: referral,
  },
  {
    id: 'jobs',
    question: 'How do I apply for a job?',
    answer: 'Open the career page, choose one of the six roles, and send the form with your CV.',
    link: { label: 'Career', to: href(paths.career) },
  },
];

/** How many questions the home page shows. */
export const HOME_QUESTIONS = 5;
