import { useLoaderData, useLocation } from 'react-router-dom';
import { ACCOUNT_HEADER, ACCOUNT_QUERY, accountCalls, type LinkedEmail } from 'shared/contracts/account';
import { href, paths } from 'shared/contracts/paths';
import { newPasswordForm } from 'shared/rules/accounts/new-password-form';
import { Banner, BannerAction } from 'shared/ui/banner';
import { ButtonLink } from 'shared/ui/button';
import { FormRows } from 'shared/ui/field';
import { TextLink } from 'shared/ui/links';
import { PageHead } from 'shared/ui/page-head';
import { AuthFrame } from '../../components/auth-frame.tsx';
import { BackToLogin } from '../../components/done.tsx';
import { NewPasswordField } from '../../components/new-password-field.tsx';
import { UserName } from '../../components/user-name.tsx';
import { accountOf } from '../../form/linked-email.ts';
import { SubmitButton } from '../../form/submit-button.tsx';
import { useAccountForm } from '../../form/use-account-form.ts';
import { AFTERWARDS } from './afterwards.ts';

const loadCheck = async () => (await import('shared/rules/accounts/account')).checkNewPassword;

export function Component() {
  const account = accountOf(useLocation());
  const linked = useLoaderData() as LinkedEmail | null;
  const { form, field, submitting, message, code, isRefused } = useAccountForm({
    form: newPasswordForm,
    loadCheck,
    call: accountCalls.newPassword,
    to: AFTERWARDS,
  });
  return (
    <>
      <PageHead
        title="New password"
        isRefused={isRefused}
        description="Set a new password with the link we emailed you."
        path={href(paths.updatePassword)}
      />
      <meta name="robots" content="noindex" />
      <AuthFrame heading="New password" lead="You will be logged out everywhere.">
        <FormRows
          {...form}
          action={`${href(paths.updatePassword)}?${new URLSearchParams({ [ACCOUNT_QUERY]: account })}`}
        >
          <input type="hidden" name={ACCOUNT_HEADER} value={account} />
          <UserName email={linked?.email} />
          <NewPasswordField {...field('password')} />
          {message && (
            <Banner kind="error">
              {message}
              {/* Only now does the link not work: it may have set the password, and its answer been lost. */}
              {code === 'link-expired' && (
                <>
                  <p>
                    If you have set your password already, <TextLink href={href(paths.login)}>log in</TextLink>.
                  </p>
                  <BannerAction>
                    <ButtonLink href={href(paths.forgotPassword)} $kind="secondary" $small>
                      Ask for a new link
                    </ButtonLink>
                  </BannerAction>
                </>
              )}
            </Banner>
          )}
          <SubmitButton submitting={submitting}>Set password</SubmitButton>
          <BackToLogin />
        </FormRows>
      </AuthFrame>
    </>
  );
}
