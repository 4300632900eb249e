import { useLocation } from 'react-router-dom';
import { ButtonLink } from 'shared/ui/button';
import { ArrowIcon } from 'shared/ui/icons';

/** Leads to the next page of a list, if there is one. */
export function OlderPosts({ before }: { before: string | null }) {
  const { pathname } = useLocation();
  if (before === null) return null;
  return (
    <ButtonLink to={`${pathname}?before=${before}`} rel="next" $kind="secondary">
      Older posts
      <ArrowIcon />
    </ButtonLink>
  );
}
