import { useParams, useRevalidator } from 'react-router-dom';
import { href, loginFor, paths } from 'shared/contracts/paths';
import { ButtonLink } from 'shared/ui/button';
import { FetchFailed } from 'shared/ui/fetch-failed';
import { Lead, PageBody } from 'shared/ui/layout';
import { State, StateActions } from 'shared/ui/state-layout';
import type { Obstacle } from './own-post.ts';

/** Takes the place of a page that changes a post. @param page its path */
export function ObstaclePage({ obstacle, page }: { obstacle: Obstacle; page: string }) {
  const { id = '' } = useParams();
  const { revalidate, state } = useRevalidator();
  if (obstacle === 'failed' || obstacle === 'offline') {
    return (
      <PageBody>
        <FetchFailed
          what="We could not load the post."
          isOffline={obstacle === 'offline'}
          onRetry={() => void revalidate()}
          busy={state === 'loading'}
        />
      </PageBody>
    );
  }
  const isSignedOut = obstacle === 'signed-out';
  return (
    <PageBody>
      <State>
        <Lead>
          {isSignedOut
            ? 'Only its author can change a post. Log in to the account you published it with.'
            : 'This post is not one of yours, or it has been deleted. Posts published without logging in cannot be changed.'}
        </Lead>
        <StateActions>
          {isSignedOut ? (
            <ButtonLink href={loginFor(page)}>Log in</ButtonLink>
          ) : (
            <ButtonLink href={href(paths.account)}>Your posts</ButtonLink>
          )}
          <ButtonLink href={href(paths.post, { id })} $kind="secondary">
            Read the post
          </ButtonLink>
        </StateActions>
      </State>
    </PageBody>
  );
}
