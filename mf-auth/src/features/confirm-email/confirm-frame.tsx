import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { href, paths } from 'shared/contracts/paths';
import type { ProblemCode } from 'shared/contracts/problem';
import { Banner } from 'shared/ui/banner';
import { TextLink } from 'shared/ui/links';
import { PageHead } from 'shared/ui/page-head';
import { AuthFrame } from '../../components/auth-frame.tsx';
import { broughtBy } from '../../form/brought.ts';

/** @param isRefused whether something is wrong; then the title says so */
export function ConfirmFrame({ lead, isRefused, children }: { lead: string; isRefused: boolean; children: ReactNode }) {
  return (
    <>
      <PageHead
        title="Confirm your address"
        isRefused={isRefused}
        description="The last step of registration."
        path={href(paths.confirmEmail)}
      />
      <meta name="robots" content="noindex" />
      <AuthFrame heading="Confirm your address" lead={lead} isNew>
        {children}
      </AuthFrame>
    </>
  );
}

/** What went wrong with the form as a whole, in most cases that the link is too old. */
export function Refused({ message, code }: { message: string | undefined; code: ProblemCode | undefined }) {
  const { handOn } = broughtBy(useLocation());
  if (!message) return null;
  return (
    <Banner kind="error">
      {message}
      {code === 'link-expired' && (
        <p>
          If you have confirmed already, <TextLink href={handOn(href(paths.login))}>log in</TextLink>. Otherwise{' '}
          <TextLink href={handOn(href(paths.register))}>register again</TextLink> to get a new link.
        </p>
      )}
    </Banner>
  );
}

export function NotYou() {
  return (
    <p>
      Not you? <TextLink href={href(paths.home)}>Leave this page</TextLink> and nothing will happen.
    </p>
  );
}
