/** One of the three items of /blg. */
export interface DemoItem {
  id: number;
  name: string;
  description: string;
}

export const demoItems: readonly DemoItem[] = [
  {
    id: 1,
    name: 'A colour for each service',
    description:
      'Each of our services has a cloth of its own, woven in its own colours, and keeps that cloth everywhere on this site.',
  },
  {
    id: 2,
    name: 'Every picture is code',
    description:
      'Every illustration here is drawn by code, thread by thread. A cover weighs about a kilobyte, and the same post always gets the same cover.',
  },
  {
    id: 3,
    name: 'Two fonts, no more',
    description:
      'Ojuju for headings and Figtree for text, 34 kilobytes together. They arrive with the page, and nothing moves when they do.',
  },
];
