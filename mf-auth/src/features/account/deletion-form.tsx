import { styled } from 'styled-components';
import { Button } from 'shared/ui/button';
import { PasswordField } from 'shared/ui/password-field';
import { answerTo, SmallForm, type Answer } from './small-form.tsx';

const Warning = styled.p`
  margin-bottom: 22px;
`;

export function DeletionForm({ hasPassword, answer }: { hasPassword: boolean; answer: Answer }) {
  return (
    <section aria-labelledby="deletion">
      <h2 id="deletion">Delete the account</h2>
      <Warning>The account goes with everything that belongs to it. This cannot be undone.</Warning>
      <SmallForm name="deletion" answer={answer}>
        {hasPassword && (
          <PasswordField
            label="Your password, to delete the account"
            name="password"
            autoComplete="current-password"
            error={answerTo('deletion', answer)?.errors['password']}
          />
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
