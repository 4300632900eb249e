import { href, paths } from 'shared/contracts/paths';
import { Button } from 'shared/ui/button';
import { TextLink } from 'shared/ui/links';
import { PasswordField } from 'shared/ui/password-field';
import { answerTo, SmallForm, type Answer } from './small-form.tsx';

export function PasswordForm({ email, hasPassword, answer }: { email: string; hasPassword: boolean; answer: Answer }) {
  const errors = answerTo('password', answer)?.errors ?? {};
  return (
    <section aria-labelledby="password">
      <h2 id="password">Password</h2>
      {hasPassword ? (
        <SmallForm name="password">
          {/* For password managers: whose password it is. */}
          <input type="email" name="email" autoComplete="username" defaultValue={email} readOnly hidden />
          <PasswordField
            label="Current password"
            name="current"
            autoComplete="current-password"
            error={errors['current']}
          />
          <PasswordField label="New password" name="password" autoComplete="new-password" error={errors['password']} />
          <div>
            <Button type="submit">Change password</Button>
          </div>
        </SmallForm>
      ) : (
        <p>
          You log in with Google. To have a password as well,{' '}
          <TextLink to={href(paths.forgotPassword)}>ask for a link</TextLink>.
        </p>
      )}
    </section>
  );
}
