/** Static parts of a post's page: a server-rendered page keeps them without their code. They depend on their props. */
import { serverRendered } from 'shared/ui/server-rendered';

/** What the page begins with. */
export const ArticleTop = serverRendered(async () => (await import('../static.ts')).ArticleTop);
/** Where a reader can go from the post's end. */
export const Onward = serverRendered(async () => (await import('../static.ts')).Onward);
/** The posts that it leads to. */
export const ReadNext = serverRendered(async () => (await import('../static.ts')).ReadNext);
