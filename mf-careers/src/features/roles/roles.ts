import type { SettName } from 'shared/theme/cloth/weave';

export interface Role {
  title: string;
  about: string;
  sett: SettName;
}

/** The open roles, in the order of the page. */
export const roles: readonly Role[] = [
  {
    title: 'Senior Java developer',
    about: 'Services and integrations for payments, health and logistics clients.',
    sett: 'mangrove',
  },
  {
    title: 'Frontend developer',
    about: 'Accessible interfaces in semantic HTML, CSS and TypeScript.',
    sett: 'creek',
  },
  { title: 'Backend developer', about: 'APIs, queues and databases that stay quiet at night.', sett: 'nightferry' },
  { title: 'Flutter developer', about: 'One codebase, two stores, sixty frames a second.', sett: 'palmoil' },
  {
    title: 'React-native developer',
    about: 'Apps that share their logic with the web team next door.',
    sett: 'harmattan',
  },
  {
    title: 'React developer',
    about: 'Design systems and front ends in React and styled-components.',
    sett: 'hibiscus',
  },
];
