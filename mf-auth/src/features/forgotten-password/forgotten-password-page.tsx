import { useLocation } from 'react-router-dom';
import { accountCalls } from 'shared/contracts/account';
import { href, paths } from 'shared/contracts/paths';
import { wasSent } from 'shared/forms/sent';
import { forgottenPasswordForm } from 'shared/rules/accounts/forgotten-password-form';
import { RESET_MINUTES } from 'shared/rules/limits';
import { Banner } from 'shared/ui/banner';
import { Field, FormRows } from 'shared/ui/field';
import { PageHead } from 'shared/ui/page-head';
import { AuthFrame } from '../../components/auth-frame.tsx';
import { BackToLogin, Done } from '../../components/done.tsx';
import { broughtBy } from '../../form/brought.ts';
import { SubmitButton } from '../../form/submit-button.tsx';
import { useAccountForm } from '../../form/use-account-form.ts';

const loadCheck = async () => (await import('shared/rules/accounts/account')).checkForgottenPassword;

export function Component() {
  const location = useLocation();
  const { handOn } = broughtBy(location);
  const { form, field, submitting, message, done, isRefused } = useAccountForm({
    form: forgottenPasswordForm,
    loadCheck,
    call: accountCalls.forgotPassword,
  });
  const isOldLink = new URLSearchParams(location.search).get('error') === 'link-expired';
  return (
    <>
      <PageHead
        title="Forgotten password"
        isRefused={isRefused}
        description="Ask for a link to a new password."
        path={href(paths.forgotPassword)}
      />
      <AuthFrame heading="Forgotten password" lead="We will email you a link to set a new one.">
        {done || (wasSent(location) && !isRefused) ? (
          <Done>
            Check your email.
            <p>
              If there is an account with this address, a link is on its way. It works once and expires after{' '}
              {RESET_MINUTES} minutes.
            </p>
          </Done>
        ) : (
          <FormRows {...form} action={handOn(href(paths.forgotPassword))}>
            {isOldLink && !message && (
              <Banner kind="error">
                This link no longer works.
                <p>It is more than {RESET_MINUTES} minutes old, or has already been used. Ask for a new one.</p>
              </Banner>
            )}
            <Field {...field('email')} />
            {message && <Banner kind="error">{message}</Banner>}
            <SubmitButton submitting={submitting}>Send link</SubmitButton>
            <BackToLogin />
          </FormRows>
        )}
      </AuthFrame>
    </>
  );
}
