import { href, paths } from 'shared/contracts/paths';
import { inputOf } from 'shared/forms/inputs';
import { passwordChangeForm } from 'shared/rules/accounts/account-form';
import { Button } from 'shared/ui/button';
import { TextLink } from 'shared/ui/links';
import { PasswordField } from 'shared/ui/password-field';
import { NewPasswordField } from '../../components/new-password-field.tsx';
import { UserName } from '../../components/user-name.tsx';
import { errorsOf, SmallForm, type PasswordAskingProps } from './small-form.tsx';

export function PasswordForm({ email, hasPassword, result }: PasswordAskingProps) {
  const errors = errorsOf('password', result);
  return (
    <section aria-labelledby="password">
      <h2 id="password">Password</h2>
      {hasPassword ? (
        <SmallForm name="password">
          <UserName email={email} />
          <PasswordField {...inputOf(passwordChangeForm, 'current')} error={errors['current']} />
          <NewPasswordField {...inputOf(passwordChangeForm, 'password')} error={errors['password']} />
          <div>
            <Button type="submit" $kind="secondary">
              Change password
            </Button>
          </div>
        </SmallForm>
      ) : (
        <p>
          You log in with Google. To have a password as well,{' '}
          <TextLink href={href(paths.forgotPassword)}>ask for a link</TextLink>.
        </p>
      )}
    </section>
  );
}
