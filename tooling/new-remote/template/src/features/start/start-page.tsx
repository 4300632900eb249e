import { styled } from 'styled-components';
import { href, paths } from 'shared/contracts/paths';
import { Lead, PageBody, PageHeading } from 'shared/ui/layout';
import { PageHead } from 'shared/ui/page-head';
import { LatestPosts } from './latest-posts.tsx';
import { SignUp } from './sign-up.tsx';

const lead = 'A new area of this site. Subscribe, and you will hear when there is more.';

const Columns = styled(PageBody)`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 40px var(--gap);

  @media (min-width: 1024px) { grid-template-columns: repeat(2, minmax(0, 1fr)); }
`;

export function Component() {
  return (
    <>
      <PageHead title="Template" description={lead} path={href(paths.newsletter)} />
      <PageHeading as="header">
        <h1>Template</h1>
        <Lead>{lead}</Lead>
      </PageHeading>
      <Columns>
        <LatestPosts />
        <SignUp />
      </Columns>
    </>
  );
}
