import { styled } from 'styled-components';
import { Button } from 'shared/ui/button';
import { Checkbox } from 'shared/ui/checkbox';
import { PasswordField } from 'shared/ui/password-field';
import { answerTo, SmallForm, type Answer } from './small-form.tsx';

const Warning = styled.p`
  margin-bottom: 22px;
`;

export function DeletionForm({ hasPassword, answer }: { hasPassword: boolean; answer: Answer }) {
  const errors = answerTo('deletion', answer)?.errors ?? {};
  return (
    <section aria-labelledby="deletion">
      <h2 id="deletion">Delete the account</h2>
      <Warning>This deletes your account and everything that belongs to it. It cannot be undone.</Warning>
      <SmallForm name="deletion">
        {hasPassword ? (
          <PasswordField
            label="Your password, to delete the account"
            name="password"
            autoComplete="current-password"
            error={errors['password']}
          />
        ) : (
          <Checkbox name="sure" error={errors['sure']}>
            Yes, delete my account.
          </Checkbox>
        )}
        <div>
          <Button type="submit" $kind="secondary">
            Delete my account
          </Button>
        </div>
      </SmallForm>
    </section>
  );
}
