/** The site's own articles as fixed cards. They are posts that the API's migrations create under these ids. */

export interface ArticleCard {
  /** Id of the post. */
  id: number;
  subtopic: keyof typeof motifs;
  tech: string;
  caption: string;
  text: string;
  /** When the post was published; ISO 8601, UTC. */
  date: string;
}

/** The talk that the blog begins with. */
export const founderTalk = {
  id: 7,
  subtopic: 'Founder talk',
  caption: 'Founder talk: why we cut before we add',
  text: 'Our founder on scope, and why the smallest version comes first.',
  date: '2024-06-12T09:00:00.000Z',
} as const satisfies Omit<ArticleCard, 'tech'>;

/** The motif of each topic, named as in `shared/theme/cloth/cover-motifs.ts`. */
const motifs = {
  Design: 'pen',
  Healthcare: 'cross',
  Engineering: 'cog',
  Company: 'house',
  'Founder talk': 'talk',
} as const;

/** The post that /blogDetails shows. */
export const INTERVIEW_ID = 5;

/** The latest six, newest first. */
export const articles: readonly ArticleCard[] = [
  {
    id: 6,
    subtopic: 'Design',
    tech: 'UI/UX',
    caption: 'Designing checkout for patchy networks',
    text: 'Six small decisions that keep a sale alive when the signal drops between two cell towers.',
    date: '2024-05-28T09:00:00.000Z',
  },
  {
    id: INTERVIEW_ID,
    subtopic: 'Healthcare',
    tech: 'Research',
    caption: 'What a clinic taught us about forms',
    text: 'An interview about queues, paper cards, and the one question no form should ask twice.',
    date: '2024-05-09T09:00:00.000Z',
  },
  {
    id: 4,
    subtopic: 'Engineering',
    tech: 'Mobile',
    caption: 'Flutter or React Native? How we choose',
    text: 'We ship both. Here is the short list of questions that settles it in one meeting.',
    date: '2024-04-22T09:00:00.000Z',
  },
  {
    id: 3,
    subtopic: 'Design',
    tech: 'Front-end',
    caption: 'A type system for two currencies',
    text: 'Prices in naira and dollars, side by side, without breaking the table.',
    date: '2024-04-03T09:00:00.000Z',
  },
  {
    id: 2,
    subtopic: 'Engineering',
    tech: 'Backend',
    caption: 'Logs a tired person can read',
    text: 'Good logging is copywriting. A few rules we follow at three in the morning.',
    date: '2024-03-18T09:00:00.000Z',
  },
  {
    id: 1,
    subtopic: 'Company',
    tech: 'Remote work',
    caption: 'Port Harcourt to anywhere: remote by default',
    text: 'How a small team in Rivers State runs projects across four time zones.',
    date: '2024-02-26T09:00:00.000Z',
  },
];

const articleOf = (id: string | number) => [founderTalk, ...articles].find((each) => String(each.id) === String(id));

/** Whether a post is the company's own, so that the company is its author where nobody is named. */
export const isOwnArticle = (id: number): boolean => articleOf(id) !== undefined;

/** The motif of a post's cover, from its topic; known only for the site's own articles. */
export function motifOf(id: string | number): (typeof motifs)[keyof typeof motifs] | undefined {
  const article = articleOf(id);
  return article && motifs[article.subtopic];
}
