/** Static parts of the page: a server-rendered page keeps them without their code. */
import { serverRendered } from 'shared/ui/server-rendered';

export const FeaturedPost = serverRendered(async () => (await import('../../static.ts')).FeaturedPost);
export const LatestPosts = serverRendered(async () => (await import('../../static.ts')).LatestPosts);
