import { styled } from 'styled-components';
import { href, paths } from 'shared/contracts/paths';
import { ButtonLink } from 'shared/ui/button';

const Row = styled.nav`
  display: flex;
  flex-wrap: wrap;
  gap: 12px;
  margin-top: 22px;
`;

/** Links to what authors can do with their post. They are plain links, so this page needs no code for them. */
export function OwnPostLinks({ id }: { id: number }) {
  return (
    <Row aria-label="Your post">
      <ButtonLink href={href(paths.editPost, { id })} $kind="secondary" $small>
        Edit
      </ButtonLink>
      <ButtonLink href={href(paths.deletePost, { id })} $kind="secondary" $small>
        Delete
      </ButtonLink>
    </Row>
  );
}
