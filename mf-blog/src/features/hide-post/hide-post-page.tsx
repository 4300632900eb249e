import { useActionData, useLoaderData, useRevalidator } from 'react-router-dom';
import { styled } from 'styled-components';
import type { LinkedPost } from 'shared/contracts/moderation';
import { href, paths } from 'shared/contracts/paths';
import { Answer } from 'shared/ui/answer';
import { Button, ButtonLink } from 'shared/ui/button';
import { FetchFailed } from 'shared/ui/fetch-failed';
import { FormRows } from 'shared/ui/field';
import { Container, Lead, PageHeading } from 'shared/ui/layout';
import { PageHead } from 'shared/ui/page-head';
import { StateActions } from 'shared/ui/state-layout';
import type { HidePostResult } from './hide-post.action.ts';
import type { HidePostData } from './hide-post.loader.ts';

const Body = styled(Container)`
  display: grid;
  gap: 22px;
  padding-bottom: var(--s-section);

  > * { max-width: 640px; }
  p { overflow-wrap: anywhere; }
`;

/** Where the link in the company's mail leads: it asks before it acts (decision 022). */
export function Component() {
  const loaded = useLoaderData() as HidePostData;
  const answer = useActionData() as HidePostResult | undefined;
  const { revalidate, state } = useRevalidator();
  const hidden = 'hidden' in loaded ? loaded.hidden : undefined;
  // Another tab has opened the link of another post: asking about that one here would be taken for the same question.
  const post = 'post' in loaded && answer?.code !== 'precondition-failed' ? loaded.post : undefined;
  return (
    <>
      <PageHead
        title={hidden ? 'The post is hidden' : 'Hide a post'}
        isRefused={'problem' in loaded || answer !== undefined}
        description="Take a post off the site."
        path={href(paths.hidePost)}
      />
      <meta name="robots" content="noindex" />
      <PageHeading as="header">
        <h1>{hidden ? 'The post is hidden' : post ? 'Hide this post?' : 'Hide a post'}</h1>
      </PageHeading>
      <Body>
        {hidden ? (
          <>
            <Answer kind="success">
              Post {hidden} is off the site, its lists, search and feeds.
              <p>
                To bring it back, run <code>npm run admin -- show post {hidden}</code> on the server.
              </p>
            </Answer>
            <WaysOnward />
          </>
        ) : post ? (
          <>
            {answer?.message && <Answer kind="error">{answer.message}</Answer>}
            <Question post={post} />
          </>
        ) : 'failed' in loaded ? (
          <FetchFailed
            what="We could not load the post."
            isOffline={loaded.isOffline}
            onRetry={() => void revalidate()}
            busy={state === 'loading'}
          />
        ) : (
          <>
            <Answer kind="error">{answer?.message ?? ('problem' in loaded && loaded.problem)}</Answer>
            <WaysOnward />
          </>
        )}
      </Body>
    </>
  );
}

function WaysOnward() {
  return (
    <StateActions>
      <ButtonLink href={href(paths.posts)}>All posts</ButtonLink>
      <ButtonLink href={href(paths.home)} $kind="secondary">
        Back to home
      </ButtonLink>
    </StateActions>
  );
}

function Question({ post: { id, title, author, excerpt } }: { post: LinkedPost }) {
  return (
    <FormRows method="post" action={href(paths.hidePost)}>
      <input type="hidden" name="id" value={id} />
      <Lead>
        <b>{title}</b>
        {author && `, by ${author}`}
      </Lead>
      {excerpt && <p>{excerpt}</p>}
      <p>
        It disappears from the site, from search and from the feeds until you bring it back. Its author sees that you
        hid it.
      </p>
      <StateActions>
        <Button type="submit">Hide this post</Button>
        <ButtonLink href={href(paths.post, { id })} $kind="secondary">
          Read it first
        </ButtonLink>
      </StateActions>
    </FormRows>
  );
}
