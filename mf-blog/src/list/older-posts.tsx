import { useLocation } from 'react-router-dom';
import { styled } from 'styled-components';
import { ButtonLink } from 'shared/ui/button';
import { ArrowIcon } from 'shared/ui/icons';
import { listUrl, listQuery } from './post-list.ts';

const Pages = styled.nav`
  display: flex;
  flex-wrap: wrap;
  gap: 12px;
`;

/** Leads to the next page of a list, if there is one, and back to its beginning. */
export function OlderPosts({ before }: { before: string | null }) {
  const { pathname, search } = useLocation();
  const query = listQuery(new URLSearchParams(search));
  if (before === null && query.before === null) return null;
  return (
    <Pages aria-label="Pages">
      {query.before !== null && (
        <ButtonLink href={listUrl(pathname, { ...query, before: null })} $kind="secondary">
          Newest posts
        </ButtonLink>
      )}
      {before !== null && (
        <ButtonLink href={listUrl(pathname, { ...query, before })} rel="next" $kind="secondary">
          Older posts
          <ArrowIcon />
        </ButtonLink>
      )}
    </Pages>
  );
}
