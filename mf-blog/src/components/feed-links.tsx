import { useCompany } from 'shared/contracts/shell';
import { postFeeds } from 'shared/contracts/posts';

/** Tells feed readers where the feeds are; React moves the links to the document's head. */
export function FeedLinks() {
  const { name } = useCompany();
  return (
    <>
      <link rel="alternate" type="application/atom+xml" title={`${name}: all posts`} href={postFeeds.atom} />
      <link rel="alternate" type="application/rss+xml" title={`${name}: all posts (RSS)`} href={postFeeds.rss} />
    </>
  );
}
