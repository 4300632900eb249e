import { allLoaded } from 'shared/ui/server-rendered';
import { FeaturedPost, LatestPosts } from './static-parts.ts';

/** The page needs no data, only its parts. */
export async function loader(): Promise<null> {
  await allLoaded(FeaturedPost, LatestPosts);
  return null;
}
