import { href, paths } from 'shared/contracts/paths';
import type { PostSummary } from 'shared/contracts/posts';
import { MoreLink } from 'shared/ui/links';
import { LocalDate } from 'shared/ui/local-date';
import { PostCards } from '../components/post-cards.tsx';

/** The posts that a post leads to. */
export function ReadNext({ posts }: { posts: readonly PostSummary[] }) {
  return (
    <PostCards
      heading="Read next"
      onward={<MoreLink href={href(paths.posts)}>All posts</MoreLink>}
      cards={posts.map(cardOf)}
    />
  );
}

const cardOf = ({ id, title, excerpt, author, created_at }: PostSummary) => ({
  id,
  title,
  text: excerpt,
  meta: (
    <>
      <LocalDate iso={created_at} />
      {author && <span>{author}</span>}
    </>
  ),
});
