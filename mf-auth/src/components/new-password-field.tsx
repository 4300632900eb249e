import { useState, type ComponentProps } from 'react';
import { passwordHint } from 'shared/rules/accounts/password-hint';
import { PasswordField } from 'shared/ui/password-field';

/** A field for a new password, which says how good it is while it is typed. */
export function NewPasswordField(props: ComponentProps<typeof PasswordField>) {
  const [password, setPassword] = useState('');
  return (
    <PasswordField
      {...props}
      help={passwordHint(password) || 'A sentence you will remember works well.'}
      onInput={(event) => setPassword(event.currentTarget.value)}
    />
  );
}
