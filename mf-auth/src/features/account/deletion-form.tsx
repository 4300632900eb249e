import { styled } from 'styled-components';
import { inputOf } from 'shared/forms/inputs';
import { deletionForm, sureDeletionForm } from 'shared/rules/accounts/account-form';
import { Button } from 'shared/ui/button';
import { Checkbox } from 'shared/ui/checkbox';
import { PasswordField } from 'shared/ui/password-field';
import { UserName } from '../../components/user-name.tsx';
import { errorsOf, SmallForm, type PasswordAskingProps } from './small-form.tsx';

const Warning = styled.p`
  margin-bottom: 22px;
`;

export function DeletionForm({ email, hasPassword, result }: PasswordAskingProps) {
  const errors = errorsOf('deletion', result);
  const { label, name } = inputOf(sureDeletionForm, 'sure');
  return (
    <section aria-labelledby="deletion">
      <h2 id="deletion">Delete your account</h2>
      <Warning>
        This deletes your account and everything that belongs to it, your posts and tokens included. It cannot be
        undone.
      </Warning>
      <SmallForm name="deletion">
        {hasPassword ? (
          <>
            <UserName email={email} />
            <PasswordField {...inputOf(deletionForm, 'password')} error={errors['password']} />
          </>
        ) : (
          <Checkbox name={name} error={errors[name]}>
            {label}
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
