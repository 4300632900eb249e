import type { ReactNode } from 'react';
import { useActionData, useLocation } from 'react-router-dom';
import { withToken } from 'shared/contracts/newsletter';
import { href, paths } from 'shared/contracts/paths';
import { Banner } from 'shared/ui/banner';
import { Button, ButtonLink } from 'shared/ui/button';
import { FormRows } from 'shared/ui/field';
import type { LinkResult } from './follow-link.ts';
import { tokenOf } from './token.ts';

const INCOMPLETE = 'This link is incomplete. Copy the whole link from the email.';

/** One button that does what the mailed link is for: opening the link alone does nothing, since programs open links too. */
export function TokenForm({ path, button, children }: { path: string; button: string; children: ReactNode }) {
  const answer = useActionData() as LinkResult | undefined;
  const token = tokenOf(useLocation());
  if (answer?.done) return children;
  const message = token === '' ? INCOMPLETE : answer?.message;
  return (
    <>
      {message && <Banner kind="error">{message}</Banner>}
      {token === '' ? (
        <div>
          <ButtonLink to={href(paths.newsletter)} $kind="secondary">
            Newsletter
          </ButtonLink>
        </div>
      ) : (
        <FormRows method="post" action={withToken(path, token)}>
          <div>
            <Button type="submit">{button}</Button>
          </div>
        </FormRows>
      )}
    </>
  );
}
