import { useLocation } from 'react-router-dom';
import { accountCalls } from 'shared/contracts/account';
import { href, paths } from 'shared/contracts/paths';
import { registrationForm } from 'shared/rules/accounts/registration-form';
import { Banner } from 'shared/ui/banner';
import { ErrorSummary } from 'shared/ui/error-summary';
import { Field, FormRows } from 'shared/ui/field';
import { TextLink } from 'shared/ui/links';
import { PageHead } from 'shared/ui/page-head';
import { PrivacyNote } from 'shared/ui/privacy-note';
import { AcceptTerms } from '../../components/accept-terms.tsx';
import { AuthFrame } from '../../components/auth-frame.tsx';
import { Done } from '../../components/done.tsx';
import { NewPasswordField } from '../../components/new-password-field.tsx';
import { Notice } from '../../components/notice.tsx';
import { ProviderSignIn } from '../../components/provider-sign-in.tsx';
import { broughtBy } from '../../form/brought.ts';
import { SubmitButton } from '../../form/submit-button.tsx';
import { useAccountForm } from '../../form/use-account-form.ts';
import { MAIL_SENT } from './afterwards.ts';

const loadCheck = async () => (await import('shared/rules/accounts/account')).checkRegistration;

export function Component() {
  const location = useLocation();
  const { next, ref, handOn } = broughtBy(location);
  const query = new URLSearchParams(location.search);
  const { form, field, summary, submitting, message, done, isRefused } = useAccountForm({
    form: registrationForm,
    loadCheck,
    call: accountCalls.register,
    formName: 'register',
  });
  return (
    <>
      <PageHead
        title="Register"
        isRefused={isRefused}
        description="Register with your name, email address and a password."
        path={href(paths.register)}
      />
      <AuthFrame heading="Register" lead="One account for your posts, your referral link and your tokens." isNew>
        {done || query.get('notice') === MAIL_SENT ? (
          <Done>
            Check your email to confirm your address.
            <p>We have sent you a link. Your account is ready once you open it and confirm, ideally in this browser.</p>
          </Done>
        ) : (
          <FormRows {...form} action={handOn(href(paths.register))}>
            <ErrorSummary {...summary} />
            {/* A referral link's code travels in the URL and the form; nothing of it stays in the browser. */}
            {ref && <input type="hidden" name="ref" value={ref} />}
            {next !== paths.home && <input type="hidden" name="next" value={next} />}
            {query.get('error') === 'link-expired' && !message && (
              <Notice kind="error">
                This link no longer works.
                <p>You may already have used it: try logging in. Otherwise, register again to get a new one.</p>
              </Notice>
            )}
            <Field {...field('username')} />
            <Field {...field('email')} />
            <NewPasswordField {...field('password')} />
            <AcceptTerms {...field('term')} />
            {message && <Banner kind="error">{message}</Banner>}
            <SubmitButton submitting={submitting}>Register</SubmitButton>
            <ProviderSignIn />
            <PrivacyNote inNewTab />
            <p>
              Have an account? <TextLink href={handOn(href(paths.login))}>Log In</TextLink>
            </p>
          </FormRows>
        )}
      </AuthFrame>
    </>
  );
}
