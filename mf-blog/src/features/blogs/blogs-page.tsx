import { href, paths } from 'shared/contracts/paths';
import { Lead, PageBody, PageHeading, Section } from 'shared/ui/layout';
import { useLocalDays } from 'shared/ui/local-date';
import { PageHead } from 'shared/ui/page-head';
import { FeedLinks } from '../../components/feed-links.tsx';
import { FeaturedPost, LatestPosts } from './static-parts.ts';

export function Component() {
  useLocalDays();
  return (
    <>
      <PageHead
        title="Blog"
        description="How we work, what we learn, and the odd thing we cut."
        path={href(paths.blogs)}
      />
      <FeedLinks />
      <PageHeading as="header">
        <h1>Blog</h1>
        <Lead>How we work, what we learn, and the odd thing we cut.</Lead>
      </PageHeading>
      <PageBody>
        <FeaturedPost />
      </PageBody>
      <Section ground="sunken">
        <LatestPosts />
      </Section>
    </>
  );
}
