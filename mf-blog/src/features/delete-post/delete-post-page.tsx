import { useActionData, useLoaderData, useParams } from 'react-router-dom';
import { styled } from 'styled-components';
import { href, paths } from 'shared/contracts/paths';
import { Answer } from 'shared/ui/answer';
import { Button, ButtonLink } from 'shared/ui/button';
import { FormRows } from 'shared/ui/field';
import { Container, Lead, PageHeading } from 'shared/ui/layout';
import { PageHead } from 'shared/ui/page-head';
import { StateActions } from 'shared/ui/state-layout';
import { LocalDate } from 'shared/ui/local-date';
import { ObstaclePage } from '../../own/obstacle-page.tsx';
import type { OwnPostResult } from '../../own/own-post.ts';
import type { DeletePostResult } from './delete-post.action.ts';

const Body = styled(Container)`
  padding-bottom: var(--s-section);

  > * { max-width: 640px; }
  b { overflow-wrap: anywhere; }
`;

/** Asks before a post is deleted, with or without script. */
export function Component() {
  const { id = '' } = useParams();
  const loaded = useLoaderData() as OwnPostResult;
  const answer = useActionData() as DeletePostResult | undefined;
  const page = href(paths.deletePost, { id });
  return (
    <>
      <PageHead
        title="Delete post"
        isRefused={answer !== undefined}
        description="Delete a post that you published."
        path={page}
      />
      <meta name="robots" content="noindex" />
      <PageHeading as="header">
        <h1>Delete this post?</h1>
      </PageHeading>
      {'obstacle' in loaded ? (
        <ObstaclePage obstacle={loaded.obstacle} page={page} />
      ) : (
        <Body>
          <FormRows method="post" action={page}>
            {answer?.message && (
              <Answer kind="error">
                {answer.message}
                {answer.code === 'precondition-failed' && <p>This is the post as it is now. Delete it?</p>}
              </Answer>
            )}
            <Lead>
              <b>{loaded.post.title}</b>
              <br />
              Published on <LocalDate iso={loaded.post.created_at} />
              {loaded.post.edited_at && (
                <>
                  , edited on <LocalDate iso={loaded.post.edited_at} />
                </>
              )}
              .
            </Lead>
            <p>It will disappear from the site, from search and from the feeds. This cannot be undone.</p>
            <input type="hidden" name="version" value={loaded.post.version} />
            <StateActions>
              <Button type="submit">Delete post</Button>
              <ButtonLink
                href={loaded.post.is_hidden ? href(paths.account) : href(paths.post, { id })}
                $kind="secondary"
              >
                Keep it
              </ButtonLink>
            </StateActions>
          </FormRows>
        </Body>
      )}
    </>
  );
}
