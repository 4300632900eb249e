import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { accountCalls, NEW_PASSWORD, OLD_PASSWORD, type NewConfirmation } from 'shared/contracts/account';
import { NAME_MAX } from 'shared/rules/limits';
import { passwordHint } from 'shared/rules/password-hint';
import { Field, FormRows } from 'shared/ui/field';
import { TextLink } from 'shared/ui/links';
import { PasswordField } from 'shared/ui/password-field';
import { AcceptTerms } from '../../components/accept-terms.tsx';
import { nextOf } from '../../form/next.ts';
import { SubmitButton } from '../../form/submit-button.tsx';
import { useAccountForm } from '../../form/use-account-form.ts';
import { ConfirmFrame, NotYou, Refused } from './confirm-frame.tsx';
import { afterwardsOf, confirmPage } from './ways.ts';

const load = () => import('./by-new-password-control.ts');

/** Whoever reads the mails of the address registers now; what anybody typed before is forgotten. */
export function ByNewPassword() {
  const location = useLocation();
  const next = nextOf(location);
  const [password, setPassword] = useState('');
  const { form, field, submitting, button, message, code, isRefused } = useAccountForm<NewConfirmation>({
    call: accountCalls.confirmAnew,
    load,
    to: afterwardsOf(location),
  });
  return (
    <ConfirmFrame
      lead="Choose a new password. It replaces the one entered with your address before."
      isRefused={isRefused}
    >
      <FormRows {...form} action={confirmPage(next, NEW_PASSWORD)}>
        <Field label="Full name" autoComplete="name" maxLength={NAME_MAX} {...field('username')} />
        <PasswordField
          label="New password"
          autoComplete="new-password"
          help={passwordHint(password) || 'A sentence you will remember works well.'}
          onInput={(event) => setPassword(event.currentTarget.value)}
          {...field('password')}
        />
        <AcceptTerms {...field('term')} />
        <Refused message={message} code={code} />
        <SubmitButton submitting={submitting} ref={button}>
          Confirm my address
        </SubmitButton>
        <p>
          Do you know the password you registered with?{' '}
          <TextLink to={confirmPage(next, OLD_PASSWORD)}>Use it to confirm</TextLink>
        </p>
        <NotYou />
      </FormRows>
    </ConfirmFrame>
  );
}
