import { useActionData, useLoaderData, useParams } from 'react-router-dom';
import { href, paths } from 'shared/contracts/paths';
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
  const post = 'post' in loaded ? loaded.post : undefined;
  return (
    <Column>
      <PageHead
        title={answer ? 'Error: Edit post' : 'Edit post'}
        description="Edit a post that you published."
        path={page}
      />
      <meta name="robots" content="noindex" />
      {/* What was typed is shown again whatever has become of the post. */}
      {post || answer ? (
        <EditPost key={id} id={id} post={post} answer={answer} />
      ) : (
        <>
          <h1>Edit post</h1>
          {'obstacle' in loaded && <ObstaclePage obstacle={loaded.obstacle} page={page} />}
        </>
      )}
    </Column>
  );
}
