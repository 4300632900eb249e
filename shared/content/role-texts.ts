/** What the page of each role says. Drafts, to be confirmed before launch. */
import type { RoleSlug } from '../contracts/careers.ts';

export interface RoleTexts {
  /** What the work is, in paragraphs. */
  description: readonly string[];
  /** What a person needs for it. */
  requirements: readonly string[];
}

export const roleTexts: Record<RoleSlug, RoleTexts> = {
  'senior-java-developer': {
    description: [
      'You design and build the services behind our clients’ products: payments that must never be counted twice, health records that must never leak, deliveries that must never go missing.',
      'You shape a service together with the people who run it, write the code, and review what others write.',
    ],
    requirements: [
      'Several years of Java in production, in a framework you can defend',
      'Relational databases: transactions, indexes, migrations that run while the service does',
      'Integrations with other companies’ systems, bad days included',
      'Tests you trust enough to release on',
    ],
  },
  'frontend-developer': {
    description: [
      'You turn designs into screens that work with a thumb, a keyboard and a screen reader, on an ordinary phone with an ordinary connection.',
      'You sit with the designers before anything is final, because half of a good interface is decided there.',
    ],
    requirements: [
      'Semantic HTML and modern CSS without a framework to lean on',
      'TypeScript, and judgement about when a page needs none of it',
      'Accessibility as a habit: WCAG 2.2, keyboard, focus, contrast',
      'An eye for loading times, and the tools to measure them',
    ],
  },
  'backend-developer': {
    description: [
      'You build the APIs that our clients’ sites and apps talk to, and the queues and databases behind them.',
      'We measure what you build: how it behaves under load, when a disk is full, when the other side does not answer.',
    ],
    requirements: [
      'One backend language in depth, for example TypeScript, Java, Go or Python',
      'SQL, and the guarantees of the database you use',
      'HTTP as it is specified, and security as it is attacked',
      'Logs and metrics that tell someone who was asleep what went wrong',
    ],
  },
  'flutter-developer': {
    description: [
      'You build apps for Android and iPhone from one codebase, from the first screen to the listings in both stores.',
      'Many of their users are often offline: what they typed must still be there when the network is back.',
    ],
    requirements: [
      'Flutter and Dart in an app that people use',
      'State, storage and synchronisation for connections that come and go',
      'Platform channels, where the framework ends',
      'Releases in both stores, with their reviews and rules',
    ],
  },
  'react-native-developer': {
    description: [
      'You build apps in React Native that share rules, types and tests with our web front ends.',
      'You decide what is shared and what is better written for each platform.',
    ],
    requirements: [
      'React Native in an app that people use, with a native module or two',
      'TypeScript, and React beyond its tutorials',
      'Performance on small phones: lists, images, start-up time',
      'Automated builds and tests for both platforms',
    ],
  },
  'react-developer': {
    description: [
      'You build front ends in React and the components they are made of, so the next screen is quicker to build than the last.',
      'Pages are rendered on the server first: what you write must work in both places.',
    ],
    requirements: [
      'React with TypeScript, and server rendering with hydration',
      'A design system you have built or kept alive',
      'Component tests and end-to-end tests that fail for the right reason',
      'Bundles: what a visitor pays for a dependency, and how to avoid it',
    ],
  },
};
