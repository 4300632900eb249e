import { useState } from 'react';
import { accountCalls, type NewPassword } from 'shared/contracts/account';
import { href, paths } from 'shared/contracts/paths';
import { passwordHint } from 'shared/rules/password-hint';
import { Banner } from 'shared/ui/banner';
import { FormRows } from 'shared/ui/field';
import { TextLink } from 'shared/ui/links';
import { PageHead } from 'shared/ui/page-head';
import { PasswordField } from 'shared/ui/password-field';
import { AuthFrame } from '../../components/auth-frame.tsx';
import { BackToLogin } from '../../components/done.tsx';
import { SubmitButton } from '../../form/submit-button.tsx';
import { useAccountForm } from '../../form/use-account-form.ts';
import { AFTERWARDS } from './afterwards.ts';

const load = () => import('./new-password-control.ts');

export function Component() {
  const [password, setPassword] = useState('');
  const { form, field, submitting, button, message, isRefused } = useAccountForm<NewPassword>({
    call: accountCalls.newPassword,
    load,
    to: AFTERWARDS,
  });
  return (
    <>
      <PageHead
        title={isRefused ? 'Error: New password' : 'New password'}
        description="Set a new password with the link we emailed you."
        path={href(paths.updatePassword)}
      />
      <meta name="robots" content="noindex" />
      <AuthFrame heading="New password" lead="You will be logged out everywhere.">
        <FormRows {...form} action={href(paths.updatePassword)}>
          <PasswordField
            label="New password"
            autoComplete="new-password"
            help={passwordHint(password) || 'A sentence you will remember works well.'}
            onInput={(event) => setPassword(event.currentTarget.value)}
            {...field('password')}
          />
          {message && (
            <Banner kind="error">
              {message}
              <p>
                <TextLink to={href(paths.forgotPassword)}>Ask for a new link</TextLink>
              </p>
            </Banner>
          )}
          <SubmitButton submitting={submitting} ref={button}>
            Set password
          </SubmitButton>
          <BackToLogin />
        </FormRows>
      </AuthFrame>
    </>
  );
}
