import { styled } from 'styled-components';
import { href, paths } from 'shared/contracts/paths';
import type { OwnPostSummary } from 'shared/contracts/posts';
import { ButtonLink } from 'shared/ui/button';
import { Chip } from 'shared/ui/chip';
import { TextLink } from 'shared/ui/links';
import { LocalDate } from 'shared/ui/local-date';
import type { OwnPosts } from './account.loader.ts';
import { Rows } from './rows.tsx';

const What = styled.div`
  flex: 1 1 240px;
  min-width: 0;
  overflow-wrap: anywhere;

  a { font-weight: 600; unicode-bidi: plaintext; }
`;

const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 10px;
`;

const Empty = styled.p`
  margin-bottom: 18px;
`;

/** The posts that were published with this account. */
export function Posts({ posts, isBeginning, before }: OwnPosts) {
  return (
    <section aria-labelledby="posts">
      <h2 id="posts">Your posts</h2>
      {posts.length > 0 ? (
        <Rows>
          {posts.map((post) => (
            <Post key={post.id} {...post} />
          ))}
        </Rows>
      ) : (
        <Empty>
          {isBeginning
            ? 'You have not published a post yet. What you publish while logged in appears here, where you can edit or delete it.'
            : 'You have no older posts. This is where the list ends.'}
        </Empty>
      )}
      <Actions>
        <ButtonLink href={href(paths.newPost)} $kind="secondary">
          Write a post
        </ButtonLink>
        {!isBeginning && (
          <ButtonLink href={`${href(paths.account)}#posts`} $kind="secondary">
            Newest posts
          </ButtonLink>
        )}
        {before !== null && (
          <ButtonLink href={`${href(paths.account)}?before=${before}#posts`} $kind="secondary">
            Older posts
          </ButtonLink>
        )}
      </Actions>
    </section>
  );
}

function Post({ id, title, created_at, edited_at, is_hidden }: OwnPostSummary) {
  return (
    <li>
      <What>
        {is_hidden ? <strong>{title}</strong> : <TextLink href={href(paths.post, { id })}>{title}</TextLink>}
        <p>
          Published on <LocalDate iso={created_at} />
          {edited_at && (
            <>
              , edited on <LocalDate iso={edited_at} />
            </>
          )}
        </p>
        {is_hidden && <Chip>Taken off the site by us</Chip>}
      </What>
      <Actions>
        {!is_hidden && (
          <ButtonLink href={href(paths.editPost, { id })} aria-label={`Edit ${title}`} $kind="secondary" $small>
            Edit
          </ButtonLink>
        )}
        <ButtonLink href={href(paths.deletePost, { id })} aria-label={`Delete ${title}`} $kind="secondary" $small>
          Delete
        </ButtonLink>
      </Actions>
    </li>
  );
}
