/** The seventeen questions, with answers that state the specification's facts and promise nothing beyond them. */
import type { Company } from 'shared/content/company';
import { href, paths } from 'shared/contracts/paths';

export interface Question {
  /** Names the question in addresses: `/faq#cost`. */
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

/** All questions in the order of the page. The first {@link HOME_QUESTIONS} of them stand on the home page too. */
export const questions = ({ phone, hours, name }: Company): readonly Question[] => [
  {
    id: 'services',
    question: 'What services do you offer?',
    answer:
      'Web development, mobile app development, UI/UX design, graphic design, front-end development and backend development. Take one of them, or several for one product.',
    link: services,
  },
  {
    id: 'duration',
    question: 'How long does a project take?',
    answer:
      'Small projects take 4-6 weeks. A larger one is cut into stages first, so that you know how long each of them takes before you decide.',
  },
  {
    id: 'cost',
    question: 'How much will my project cost?',
    answer:
      'It depends on what is to be built. Write down what you have in mind, even roughly, and ask for an estimate. What makes the price is how much there is to build, so leaving things out is the surest way to lower it.',
    link: contact,
  },
  {
    id: 'abroad',
    question: 'Do you work with clients outside Nigeria?',
    answer:
      'Yes. We sit in Port Harcourt, Rivers State, and work with clients elsewhere over calls, a shared board and previews that open on any phone.',
  },
  {
    id: 'after-launch',
    question: 'What happens after launch?',
    answer:
      'That is settled before the work begins: what is handed over, who runs it, and what we go on looking after. Say in your first message what you would like to leave to us.',
  },
  {
    id: 'start',
    question: 'What do you need from me to start?',
    answer:
      'What your business does, the problem you want solved, and who decides. Drawings, texts and logins to existing systems help later; none of them is needed for a first talk.',
    link: contact,
  },
  {
    id: 'redesign',
    question: 'Can you redesign a site or app that I already have?',
    answer:
      'Yes. Send its address and say what is not working. We look at what people use today, keep that, and cut what they do not.',
  },
  {
    id: 'one-service',
    question: 'Can I hire you for one service only?',
    answer:
      'Yes. Each of the six services can be had by itself: a logo without a website, a backend for an app that somebody else draws. Choose it on the services page and your message says which one you mean.',
    link: services,
  },
  {
    id: 'team',
    question: 'Who will work on my project?',
    answer:
      'People from our 10+ professionals. Design, development, testing and product management are all in the house; which of them you work with depends on the service.',
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
    answer: `Call ${phone.display} on working days, ${hours.days}, ${hours.time}. The contact form takes your message at any hour.`,
    link: contact,
  },
  {
    id: 'changes',
    question: 'Can I change my mind while the work is going on?',
    answer:
      'Yes. Revisions belong to the work; something that was not part of the agreement is a change of scope and is agreed by itself before it is built. The policy says how the two are told apart.',
    link: refund,
  },
  {
    id: 'deposit',
    question: 'Is the deposit refundable?',
    answer:
      'No, a deposit is not refundable. What else can be refunded depends on how far the work has come when you cancel; the policy goes through the phases.',
    link: refund,
  },
  {
    id: 'referral',
    question: 'How does the referral programme work?',
    answer:
      'You share your link. When a person who came through it registers and pays for a service, you earn tokens worth 3 dollars, and an e-mail tells you so.',
    link: referral,
  },
  {
    id: 'redeem',
    question: 'When can I redeem my tokens?',
    answer:
      'One month (30 days) after the person you referred has registered. The thirty days count from the registration, not from the payment.',
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
