import { styled } from 'styled-components';
import { href, paths } from 'shared/contracts/paths';
import { ButtonLink } from 'shared/ui/button';

const Row = styled.nav`
  display: flex;
  flex-wrap: wrap;
  gap: 12px;
  margin-top: 22px;
`;

/** What its author can do with a post. Both lead to pages, which is where the code for it is. */
export function OwnPostLinks({ id }: { id: number }) {
  return (
    <Row aria-label="Your post">
      <ButtonLink to={href(paths.editPost, { id })} $kind="secondary" $small>
        Edit
      </ButtonLink>
      <ButtonLink to={href(paths.deletePost, { id })} $kind="secondary" $small>
        Delete
      </ButtonLink>
    </Row>
  );
}
