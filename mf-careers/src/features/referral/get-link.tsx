import type { FormEvent } from 'react';
import type { ReferralOverview } from 'shared/contracts/referrals';
import { href, loginFor, paths } from 'shared/contracts/paths';
import { Button, ButtonLink } from 'shared/ui/button';
import { ForAccount } from 'shared/ui/for-account';

const WORDS = 'Get Your Referral Link';

interface GetLinkProps {
  overview: ReferralOverview | null | undefined;
  kind: 'primary' | 'mark';
  busy: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
}

/** Leads to the referral link: through login and back, by creating it, or to its place on the page. */
export function GetLink({ overview, kind, busy, onSubmit }: GetLinkProps) {
  if (!overview) {
    return (
      <ButtonLink href={loginFor(href(paths.referral))} $kind={kind}>
        {WORDS}
      </ButtonLink>
    );
  }
  if (overview.code) {
    return (
      <ButtonLink href="#your-link" $kind={kind}>
        {WORDS}
      </ButtonLink>
    );
  }
  return (
    <form method="post" action={href(paths.referral)} onSubmit={onSubmit}>
      <ForAccount />
      <Button type="submit" name="wish" value="link" $kind={kind} aria-disabled={busy || undefined}>
        {WORDS}
      </Button>
    </form>
  );
}
