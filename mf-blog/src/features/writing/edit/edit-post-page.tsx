import { useActionData, useLoaderData, useParams } from 'react-router-dom';
import { href, paths } from 'shared/contracts/paths';
import { PageHeading } from 'shared/ui/layout';
import { PageHead } from 'shared/ui/page-head';
import { ObstaclePage } from '../../../own/obstacle-page.tsx';
import type { OwnPostResult } from '../../../own/own-post.ts';
import { Column } from '../column.tsx';
import type { EditPostResult } from './edit-post.action.ts';
import { EditPost } from './edit-post.tsx';

export function Component() {
  const { id = '' } = useParams();
  const loaded = useLoaderData() as OwnPostResult;
  const answer = useActionData() as EditPostResult | undefined;
  const page = href(paths.editPost, { id });
  return (
    <>
      <PageHead
        title="Edit post"
        isRefused={answer !== undefined}
        description="Edit a post that you published."
        path={page}
      />
      <meta name="robots" content="noindex" />
      {/* What was typed is shown again, whatever has happened to the post. */}
      {'post' in loaded || answer ? (
        <Column>
          <EditPost key={id} id={id} post={'post' in loaded ? loaded.post : undefined} answer={answer} />
        </Column>
      ) : (
        <>
          <PageHeading as="header">
            <h1>Edit post</h1>
          </PageHeading>
          <ObstaclePage obstacle={loaded.obstacle} page={page} />
        </>
      )}
    </>
  );
}
