import { useState, type ComponentProps } from 'react';
import { passwordHint } from 'shared/rules/accounts/password-hint';
import { PASSWORD_MIN } from 'shared/rules/limits';
import { PasswordField } from 'shared/ui/password-field';

const RULE = `At least ${PASSWORD_MIN} characters. A sentence you will remember works well.`;

/** A field for a new password, which says what is asked for, then how good it is while it is typed. */
export function NewPasswordField(props: ComponentProps<typeof PasswordField>) {
  const [password, setPassword] = useState('');
  return (
    <PasswordField
      {...props}
      help={passwordHint(password) || RULE}
      onInput={(event) => setPassword(event.currentTarget.value)}
    />
  );
}
