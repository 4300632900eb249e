import { useLoaderData, useLocation } from 'react-router-dom';
import { styled } from 'styled-components';
import { accountCalls, type SignInMethods } from 'shared/contracts/account';
import { href, paths } from 'shared/contracts/paths';
import { useSession } from 'shared/contracts/shell';
import { loginForm } from 'shared/rules/accounts/login-form';
import { Banner, BannerAction } from 'shared/ui/banner';
import { ButtonLink } from 'shared/ui/button';
import { Field, FormRows } from 'shared/ui/field';
import { TextLink } from 'shared/ui/links';
import { PageHead } from 'shared/ui/page-head';
import { PasswordField } from 'shared/ui/password-field';
import { PrivacyNote } from 'shared/ui/privacy-note';
import { AuthFrame } from '../../components/auth-frame.tsx';
import { Notice } from '../../components/notice.tsx';
import { ProviderSignIn } from '../../components/provider-sign-in.tsx';
import { broughtBy } from '../../form/brought.ts';
import { SubmitButton } from '../../form/submit-button.tsx';
import { useAccountForm } from '../../form/use-account-form.ts';
import { arrivalOf } from './arrival.ts';
import { PasskeyLogin } from './passkey-login.tsx';

const Small = styled.p`
  font-size: var(--t-small);
`;

const loadCheck = async () => (await import('shared/rules/accounts/account')).checkCredentials;

export function Component() {
  const location = useLocation();
  const session = useSession();
  const { provider } = useLoaderData() as SignInMethods;
  const { next, handOn } = broughtBy(location);
  const { form, field, submitting, message, isRefused } = useAccountForm({
    form: loginForm,
    loadCheck,
    call: accountCalls.login,
    to: next,
  });
  const arrival = message ? undefined : arrivalOf(location);
  const isExpected = next !== paths.home;
  return (
    <>
      <PageHead
        title="Login"
        isRefused={isRefused}
        description="Log in with your email address and password."
        path={href(paths.login)}
      />
      <AuthFrame heading="Log In" lead="Welcome back.">
        {arrival && (
          <Notice key={arrival.text} kind={arrival.kind}>
            {arrival.text}
            {arrival.more && <p>{arrival.more}</p>}
            {arrival.mayPass && isExpected && (
              <BannerAction>
                <ButtonLink href={next} rel="external" $kind="secondary" $small>
                  Try again
                </ButtonLink>
              </BannerAction>
            )}
          </Notice>
        )}
        {session.status === 'signed-in' && !arrival && (
          <Banner kind="info">
            You are logged in as {session.name}.
            {isExpected && (
              <BannerAction>
                <ButtonLink href={next} $kind="secondary" $small>
                  Go to the page you asked for
                </ButtonLink>
              </BannerAction>
            )}
          </Banner>
        )}
        <FormRows {...form} action={handOn(href(paths.login))}>
          <Field {...field('email')} />
          <PasswordField {...field('password')} />
          <Small>
            Forget password?{' '}
            <TextLink href={handOn(href(paths.forgotPassword))}>
              Click Here<span className="visually-hidden"> for a new one</span>
            </TextLink>
          </Small>
          {message && <Banner kind="error">{message}</Banner>}
          <SubmitButton submitting={submitting}>Log In</SubmitButton>
          <PasskeyLogin next={next} />
          <ProviderSignIn />
          {/* It also makes accounts. */}
          {provider && <PrivacyNote inNewTab />}
          <p>
            New here? <TextLink href={handOn(href(paths.register))}>Register</TextLink>
          </p>
        </FormRows>
      </AuthFrame>
    </>
  );
}
